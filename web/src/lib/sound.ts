/**
 * What the table sounds like: wood on wood, synthesised, and calls spoken in Chinese.
 *
 *     sound.discard()   a tile set down           sound.win()       a short plucked phrase
 *     sound.claim()     a lower knock              sound.tick()      the clock, near its end
 *     sound.bomb()      a drum, for a bomb
 *     sound.say('碰')    a call, spoken where there is a Chinese voice
 *
 * `settings.sound` is the one switch. Browsers let a page sound only after it was touched: call
 * `sound.wake()` from the first touch or key. Where there is no audio, all of this is silence, and
 * never an error; calls are always written as well.
 */
import { settings } from './settings.svelte'

interface Partial {
  /** Hertz. */
  pitch: number
  /** Seconds until it has died away. */
  ring: number
  /** 0 to 1. */
  level: number
}

/** A small block of hard wood has few, inharmonic partials that die within a tenth of a second. */
const TILE_ON_WOOD: readonly Partial[] = [
  { pitch: 1180, ring: 0.07, level: 0.5 },
  { pitch: 2710, ring: 0.035, level: 0.28 },
  { pitch: 4630, ring: 0.018, level: 0.14 },
]
const KNOCK: readonly Partial[] = [
  { pitch: 310, ring: 0.16, level: 0.7 },
  { pitch: 760, ring: 0.08, level: 0.34 },
  { pitch: 1490, ring: 0.04, level: 0.16 },
]
/** A hand drum in the next room: deep, and soon gone. */
const DRUM: readonly Partial[] = [
  { pitch: 74, ring: 0.62, level: 0.95 },
  { pitch: 118, ring: 0.4, level: 0.5 },
  { pitch: 233, ring: 0.14, level: 0.24 },
]
const TICK: readonly Partial[] = [{ pitch: 2100, ring: 0.03, level: 0.16 }]

/** 宫 商 角 徵 羽 upwards from D, as plucked on a zheng: [hertz, seconds from the start]. */
const PHRASE: readonly (readonly [number, number])[] = [
  [293.66, 0],
  [369.99, 0.11],
  [440, 0.22],
  [493.88, 0.33],
  [587.33, 0.46],
  [880, 0.62],
]

const VOLUME = 0.5
const SILENT = 0.0001

let context: AudioContext | null = null
let master: GainNode | null = null

/** Whether there is to be sound: trying before the first touch, after a reload say, earns a warning. */
function wanted(): boolean {
  return settings.sound && navigator.userActivation?.hasBeenActive !== false
}

/** The audio of this page, or null where there is none or it may not sound yet. */
function audio(): { at: AudioContext; out: AudioNode } | null {
  if (!wanted() || typeof AudioContext === 'undefined') return null
  try {
    if (!context || !master) {
      context = new AudioContext()
      master = context.createGain()
      master.gain.value = VOLUME
      master.connect(context.destination)
    }
    if (context.state === 'suspended') void context.resume().catch(() => undefined)
    return { at: context, out: master }
  } catch {
    return null
  }
}

/** A level that strikes at once and dies away exponentially. */
function struck(at: AudioContext, out: AudioNode, start: number, level: number, ring: number): GainNode {
  const gain = at.createGain()
  gain.gain.setValueAtTime(SILENT, start)
  gain.gain.exponentialRampToValueAtTime(level, start + 0.002)
  gain.gain.exponentialRampToValueAtTime(SILENT, start + ring)
  gain.connect(out)
  return gain
}

/** Wood: its partials, and a click of noise where it is hit. */
function knock(partials: readonly Partial[], noise: number): void {
  const here = audio()
  if (!here) return
  const { at, out } = here
  const start = at.currentTime
  for (const { pitch, ring, level } of partials) {
    const tone = at.createOscillator()
    // No two knocks are quite alike.
    tone.frequency.value = pitch * (0.97 + Math.random() * 0.06)
    tone.connect(struck(at, out, start, level, ring))
    tone.start(start)
    tone.stop(start + ring)
  }
  if (noise > 0) {
    const length = Math.ceil(at.sampleRate * 0.012)
    const click = at.createBuffer(1, length, at.sampleRate)
    const samples = click.getChannelData(0)
    for (let i = 0; i < length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3
    const source = at.createBufferSource()
    source.buffer = click
    source.connect(struck(at, out, start, noise, 0.02))
    source.start(start)
  }
}

/** A plucked string (Karplus and Strong): a burst of noise that a loop smooths into a tone. */
function pluck(at: AudioContext, out: AudioNode, pitch: number, start: number): void {
  const seconds = 1.4
  const string = at.createBuffer(1, Math.ceil(at.sampleRate * seconds), at.sampleRate)
  const samples = string.getChannelData(0)
  // Averaging two samples delays by half a sample, which would tune the string flat.
  const period = Math.max(2, Math.round(at.sampleRate / pitch - 0.5))
  // A finger is softer than white noise: the burst is smoothed once before it starts to run.
  let last = 0
  for (let i = 0; i < period; i += 1) samples[i] = last = (last + Math.random() * 2 - 1) / 2
  for (let i = period; i < samples.length; i += 1) {
    samples[i] = 0.499 * ((samples[i - period] ?? 0) + (samples[i - period + 1] ?? 0))
  }
  const source = at.createBufferSource()
  source.buffer = string
  source.connect(struck(at, out, start, 1.1, seconds))
  source.start(start)
}

function phrase(): void {
  const here = audio()
  if (!here) return
  for (const [pitch, after] of PHRASE) pluck(here.at, here.out, pitch, here.at.currentTime + after)
}

/** A Chinese voice, the mainland's first; without one nothing is spoken rather than read wrongly. */
function chineseVoice(): SpeechSynthesisVoice | null {
  const voices = speechSynthesis.getVoices()
  const tagged = (tag: string) => voices.find((voice) => voice.lang.replace('_', '-').toLowerCase().startsWith(tag))
  return tagged('zh-cn') ?? tagged('cmn') ?? tagged('zh') ?? null
}

/** Something is being said of this very moment: the calls of one frame are said one by one. */
let saying = false

function say(call: string): void {
  if (!wanted() || typeof speechSynthesis === 'undefined') return
  try {
    const voice = chineseVoice()
    if (!voice) return
    const words = new SpeechSynthesisUtterance(call)
    words.voice = voice
    words.lang = voice.lang
    words.rate = 1.15
    // A call that comes late is worse than one cut short.
    if (!saying) speechSynthesis.cancel()
    saying = true
    queueMicrotask(() => (saying = false))
    speechSynthesis.speak(words)
  } catch {
    // A browser that offers speech and then refuses it: the call is written as well.
  }
}

/** No sound is worth an error at the table. */
function quietly(play: () => void): () => void {
  return () => {
    try {
      play()
    } catch {
      // Audio that exists but fails (no device, too many contexts) is silence.
    }
  }
}

export const sound = {
  wake: quietly(() => void audio()),
  discard: quietly(() => knock(TILE_ON_WOOD, 0.5)),
  claim: quietly(() => knock(KNOCK, 0.3)),
  bomb: quietly(() => knock(DRUM, 0.25)),
  tick: quietly(() => knock(TICK, 0)),
  win: quietly(phrase),
  say,
} as const
