import { tabularMeasure } from '#core/theme/tabular-measure.ts'
import { measure } from '../../text/measure.ts'

const textSize = 13
const padding = 24
const [minWidth, maxWidth] = [64, 320]
const maxMeasured = 3

type Options = {
  /** px beside the text of the head: icons. */
  beside?: number
  /** px that something else in the column needs. */
  least?: number
}

/** px of a text in a cell, where digits have equal widths. */
export const measureCell = tabularMeasure(measure)

/** px that a column needs for its head and the longest of its texts. */
export const contentWidth = (head: string, texts: Iterable<string>, options: Options = {}): number => {
  const longest: string[] = []
  for (const text of texts) {
    if (longest.length === maxMeasured && text.length <= (longest.at(-1)?.length ?? 0)) continue
    longest.push(text)
    longest.sort((a, b) => b.length - a.length)
    longest.length = Math.min(longest.length, maxMeasured)
  }
  const widest = Math.max(0, ...longest.map((text) => measureCell(text, textSize)))
  const wanted = Math.max(measure(head, textSize, 500) + (options.beside ?? 0), widest, options.least ?? 0) + padding
  return Math.ceil(Math.min(maxWidth, Math.max(minWidth, wanted)))
}
