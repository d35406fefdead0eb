/** How this player likes the table drawn and heard; kept in the browser. */
import { recall, remember } from './persisted'

/** `classic` as on real sets, `plain` with big numerals for weak eyes. */
export type Faces = 'classic' | 'plain'

class Settings {
  #faces = $state<Faces>(recall('faces') === 'plain' ? 'plain' : 'classic')
  #fourColours = $state(recall('four-colours') === 'yes')
  #sound = $state(recall('sound') !== 'off')
  #oneTap = $state(recall('one-tap') === 'yes')

  get faces(): Faces {
    return this.#faces
  }

  set faces(faces: Faces) {
    this.#faces = faces
    remember('faces', faces)
  }

  /** Cards with blue diamonds and green clubs, so that every suit has a colour of its own. */
  get fourColours(): boolean {
    return this.#fourColours
  }

  set fourColours(on: boolean) {
    this.#fourColours = on
    remember('four-colours', on ? 'yes' : 'no')
  }

  /** The one switch for knocks, phrases, clock and spoken calls. */
  get sound(): boolean {
    return this.#sound
  }

  set sound(on: boolean) {
    this.#sound = on
    remember('sound', on ? 'on' : 'off')
  }

  /** One touch discards; otherwise the first only takes the tile up. */
  get oneTap(): boolean {
    return this.#oneTap
  }

  set oneTap(on: boolean) {
    this.#oneTap = on
    remember('one-tap', on ? 'yes' : 'no')
  }
}

export const settings = new Settings()
