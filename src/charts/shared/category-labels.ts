/** How the names under a category axis are set. */
export type LabelPlan = {
  /** Degrees against the clock. */
  rotate: 0 | 35 | 45 | 90
  /** Text per category, wrapped or shortened. */
  texts: string[]
  /** Show one in so many; 1 unless even upright text would touch. */
  every: number
  /** Height that the labels take, px. */
  height: number
}

export type Measure = (text: string, size: number, weight?: number) => number

const size = 12
const lineHeight = 16
const gap = 8

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

/**
 * Names under a category axis: one line, else two, else slanted, else upright; they never vanish while upright text has room.
 * `band` is the width of one category, `room` the height that labels may take, `forced` a rotation that the form asks for,
 * `left` the room beside the first category into which slanted names may reach.
 */
export const planLabels = (
  names: string[],
  { band, room, forced = 0, left = Infinity }: { band: number; room: number; forced?: number; left?: number },
  measure: Measure,
): LabelPlan => {
  const texts = shortYears(names, band)
  const widest = (list: string[]) => Math.max(0, ...list.map((text) => Math.max(...text.split('\n').map((line) => measure(line, size)))))
  if (!forced) {
    const short = texts !== names && widest(texts.slice(1)) <= band - gap
    const brief = texts.every((text) => text.length <= 4) && widest(texts) <= band - 3
    if (short || brief || widest(texts) <= band - gap) return { rotate: 0, texts, every: 1, height: lineHeight }
    const two = texts.map((text) => wrapped(text, Math.min(88, band - gap), measure))
    if (two.every((text) => text !== null)) return { rotate: 0, texts: two as string[], every: 1, height: 2 * lineHeight }
  }
  const slanted = Math.sin((35 * Math.PI) / 180)
  if (band >= lineHeight / slanted - 4 || forced) {
    const width = Math.min(room / slanted, 160)
    const reach = (i: number) => (left + band * (i + 0.5)) / Math.cos((35 * Math.PI) / 180) - 4
    const cut = texts.map((text, i) => ellipsis(text, Math.min(width, reach(i)), measure))
    return { rotate: forced ? 45 : 35, texts: cut, every: 1, height: widest(cut) * slanted + lineHeight * 0.8 }
  }
  const cut = texts.map((text) => ellipsis(text, Math.min(room, 120), measure))
  return { rotate: 90, texts: cut, every: Math.max(1, Math.ceil(lineHeight / band)), height: widest(cut) }
}
