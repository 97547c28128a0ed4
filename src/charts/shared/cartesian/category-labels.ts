/** How the names under a category axis are set. */
export type LabelPlan = {
  /** Degrees against the clock. */
  rotate: number
  /** Text per category, wrapped or shortened. */
  texts: string[]
  /** Show one in so many; 1 unless even upright text would touch. */
  every: number
} & LabelRoom

/** Room that the names along an axis take, px: below it, and beyond its start and its end. */
export type LabelRoom = { height: number; underhang: number; overhang: number }

export type Measure = (text: string, size: number, weight?: number) => number

const size = 12
const lineHeight = 16
const gap = 8
/** Degrees of names that do not fit side by side. */
const slant = 35

const sine = (degrees: number): number => Math.max(0.05, Math.sin((Math.abs(degrees) * Math.PI) / 180))

export const ellipsis = (text: string, width: number, measure: Measure, weight = 400): string => {
  if (measure(text, size, weight) <= width) return text
  let end = text.length
  while (end > 1 && measure(`${text.slice(0, end).trimEnd()}…`, size, weight) > width) end -= 1
  return `${text.slice(0, end).trimEnd()}…`
}

/** Two lines at most, broken between words; null when a line is still too wide. */
const wrapped = (text: string, width: number, measure: Measure): string | null => {
  if (measure(text, size) <= width) return text
  const words = text.split(/(?<=[\s/-])/)
  for (let split = words.length - 1; split > 0; split -= 1) {
    const [first, second] = [words.slice(0, split).join('').trim(), words.slice(split).join('').trim()]
    if (measure(first, size) <= width && measure(second, size) <= width) return `${first}\n${second}`
  }
  return null
}

const yearText = /^\d{4}$/

/** Years after the first lose their century where the band is narrow. */
const shortYears = (texts: string[], band: number): string[] =>
  band < 40 && band >= 24 && texts.length > 1 && texts.every((text) => yearText.test(text))
    ? texts.map((text, i) => (i === 0 ? text : `’${text.slice(2)}`))
    : texts

/** Room of texts turned by `degrees` whose middles are at these places along an axis of this length. */
export const roomOf = (labels: { width: number; at: number }[], length: number, degrees: number): LabelRoom => {
  const angle = (Math.abs(degrees) * Math.PI) / 180
  const along = (width: number) => width * Math.cos(angle) + (lineHeight / 2) * Math.sin(angle)
  // A turned text ends at its tick, or begins there where it is turned with the clock.
  const [before, after] = degrees === 0 ? [0.5, 0.5] : degrees > 0 ? [1, 0] : [0, 1]
  const beyond = (part: number, free: (at: number) => number) =>
    Math.ceil(Math.max(0, ...labels.map(({ width, at }) => along(width) * part - free(at))))
  const widest = Math.max(0, ...labels.map(({ width }) => width))
  return {
    height: widest * Math.sin(angle) + lineHeight * Math.cos(angle),
    underhang: beyond(before, (at) => at),
    overhang: beyond(after, (at) => length - at),
  }
}

type LabelOptions = {
  /** Width of one category, px. */
  band: number
  /** Height that labels may take. */
  room: number
  /** A rotation that the form asks for, degrees. */
  forced?: number
  /** How far turned names may reach beyond the ends of the axis. */
  reach?: number
}

/** Names under a category axis: one line, else two, else slanted, else upright; they never vanish while upright text has room. */
export const planLabels = (names: string[], { band, room, forced = 0, reach = Infinity }: LabelOptions, measure: Measure): LabelPlan => {
  const texts = shortYears(names, band)
  const widest = (list: string[]) => Math.max(0, ...list.map((text) => Math.max(...text.split('\n').map((line) => measure(line, size)))))
  const level = { rotate: 0, every: 1, underhang: 0, overhang: 0 }
  if (!forced) {
    const short = texts !== names && widest(texts.slice(1)) <= band - gap
    const brief = texts.every((text) => text.length <= 4) && widest(texts) <= band - 3
    if (short || brief || widest(texts) <= band - gap) return { ...level, texts, height: lineHeight }
    const two = texts.map((text) => wrapped(text, Math.min(88, band - gap), measure))
    if (two.every((text) => text !== null)) return { ...level, texts: two as string[], height: 2 * lineHeight }
  }
  const slanted = band >= lineHeight / sine(slant) - 4
  const rotate = forced || (slanted ? slant : 90)
  const cos = Math.cos((rotate * Math.PI) / 180)
  const most = Math.min(room / sine(rotate), rotate === 90 ? 120 : 160)
  const middle = (i: number) => band * (i + 0.5)
  const free = (i: number) => reach + (rotate > 0 ? middle(i) : band * texts.length - middle(i))
  const cut = texts.map((text, i) => ellipsis(text, cos > 0.01 ? Math.min(most, free(i) / cos) : most, measure))
  const placed = cut.map((text, i) => ({ width: measure(text, size), at: middle(i) }))
  return {
    rotate,
    texts: cut,
    every: forced || !slanted ? Math.max(1, Math.ceil(lineHeight / sine(rotate) / band)) : 1,
    ...roomOf(placed, band * texts.length, rotate),
  }
}
