import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { settings } from './settings.svelte'

class Param {
  value = 0
  setValueAtTime = vi.fn()
  exponentialRampToValueAtTime = vi.fn((level: number) => {
    if (level <= 0) throw new RangeError('an exponential ramp cannot reach 0')
  })
}

const starts: number[] = []

class Node {
  gain = new Param()
  frequency = new Param()
  buffer: unknown = null
  connect = vi.fn()
  stop = vi.fn()
  start = (at: number) => void starts.push(at)
}

let contexts = 0

class FakeAudio {
  currentTime = 1
  sampleRate = 8000
  state = 'running'
  destination = {}
  constructor() {
    contexts += 1
  }
  createGain = () => new Node()
  createOscillator = () => new Node()
  createBufferSource = () => new Node()
  createBuffer = (_channels: number, length: number) => ({
    getChannelData: () => new Float32Array(length),
  })
}

const fresh = async () => (vi.resetModules(), (await import('./sound')).sound)

beforeEach(() => {
  starts.length = 0
  contexts = 0
})

afterEach(() => {
  vi.unstubAllGlobals()
  settings.sound = true
})

describe('sound', () => {
  it('is silence without audio or speech', async () => {
    const sound = await fresh()
    for (const play of [sound.wake, sound.discard, sound.claim, sound.bomb, sound.tick, sound.win]) play()
    sound.say('胡')
    expect(starts).toEqual([])
  })

  it('is silence where audio exists and fails', async () => {
    class Broken {
      constructor() {
        throw new Error('no device')
      }
    }
    vi.stubGlobal('AudioContext', Broken)
    const sound = await fresh()
    expect(() => sound.discard()).not.toThrow()
    vi.stubGlobal('AudioContext', class extends FakeAudio {
      override createOscillator = (): Node => {
        throw new Error('closed')
      }
    })
    expect(() => sound.claim()).not.toThrow()
  })

  it('strikes at once, and plucks one after the other', async () => {
    vi.stubGlobal('AudioContext', FakeAudio)
    const sound = await fresh()
    sound.discard()
    expect(new Set(starts)).toEqual(new Set([1]))
    starts.length = 0
    sound.win()
    expect(starts.length).toBeGreaterThan(3)
    expect(starts).toEqual([...starts].sort((a, b) => a - b))
    expect(contexts).toBe(1)
  })

  it('waits for the first touch of a page that was just loaded', async () => {
    vi.stubGlobal('AudioContext', FakeAudio)
    const activation = { hasBeenActive: false }
    vi.stubGlobal('navigator', { userActivation: activation })
    const sound = await fresh()
    sound.discard()
    expect([contexts, starts.length]).toEqual([0, 0])
    activation.hasBeenActive = true
    sound.discard()
    expect(contexts).toBe(1)
    expect(starts.length).toBeGreaterThan(0)
  })

  it('speaks calls with a Chinese voice only', async () => {
    const speak = vi.fn()
    let voices: { lang: string }[] = [{ lang: 'en-US' }]
    vi.stubGlobal('speechSynthesis', { getVoices: () => voices, cancel: vi.fn(), speak })
    vi.stubGlobal('SpeechSynthesisUtterance', class {
      lang = ''
      constructor(readonly text: string) {}
    })
    const sound = await fresh()
    sound.say('碰')
    expect(speak).not.toHaveBeenCalled()
    voices = [{ lang: 'en-US' }, { lang: 'zh-TW' }, { lang: 'zh_CN' }]
    sound.say('碰')
    expect(speak).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ text: '碰', lang: 'zh_CN' }))
  })

  it('says all the calls of one moment, and cuts those of the last one short', async () => {
    const heard: string[] = []
    vi.stubGlobal('speechSynthesis', {
      getVoices: () => [{ lang: 'zh-CN' }],
      cancel: () => heard.splice(0),
      speak: ({ text }: { text: string }) => heard.push(text),
    })
    vi.stubGlobal('SpeechSynthesisUtterance', class {
      constructor(readonly text: string) {}
    })
    const sound = await fresh()
    sound.say('不叫')
    sound.say('坐地主')
    expect(heard).toEqual(['不叫', '坐地主'])
    await Promise.resolve()
    sound.say('对3')
    expect(heard).toEqual(['对3'])
  })

  it('has one switch, which is kept', async () => {
    vi.stubGlobal('AudioContext', FakeAudio)
    const speak = vi.fn()
    vi.stubGlobal('speechSynthesis', { getVoices: () => [{ lang: 'zh-CN' }], cancel: vi.fn(), speak })
    const sound = await fresh()
    const { settings } = await import('./settings.svelte')
    settings.sound = false
    sound.discard()
    sound.win()
    sound.say('杠')
    expect([contexts, starts.length, speak.mock.calls.length]).toEqual([0, 0, 0])
    expect(localStorage.getItem('paiju.sound')).toBe('off')
  })
})
