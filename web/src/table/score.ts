/** A line of a settlement, in every game: a pattern, a way of winning, an extra; what it is worth in which unit. */
export interface ScoreLine {
  readonly id: string
  readonly zh: string
  readonly en: string
  readonly value: number
  /** 分 adds to a base, 倍 multiplies it; 炮, 花 and 番 are added up. */
  readonly unit: string
  readonly clause: string
}
