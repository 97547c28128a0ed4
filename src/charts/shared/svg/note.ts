import { fonts, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../../chart.ts'
import { measures } from '../look/echarts-theme.ts'
import { textAt } from './svg.ts'

/** px between a picture and the note below it. */
const noteGap = 8

/** px that a note of this many lines takes. */
export const noteHeight = (lines: readonly string[]): number => (lines.length > 0 ? noteGap + lines.length * measures.line : 0)

/** A note in lines that fit; a word that is wider than a line has one of its own. */
export const wrapNote = (text: string, { width, t, measure }: Pick<DrawContext, 'width' | 't' | 'measure'>): string[] => {
  const lines: string[] = []
  let line = ''
  for (const { segment } of new Intl.Segmenter(t.locale, { granularity: 'word' }).segment(text)) {
    const isFull = measure((line + segment).trimEnd(), sizes.caption) > width && line.trim() !== ''
    // A stop stays with the word before it.
    if (isFull && /[\p{L}\p{N}]/u.test(segment)) {
      lines.push(line.trim())
      line = ''
    }
    line += segment
  }
  return line.trim() ? [...lines, line.trim()] : lines
}

/** An SVG of `height` px, grown by the lines below it. */
export const addNote = (svg: string, lines: readonly string[], { height, fill }: { height: number; fill: string }): string => {
  const grown = height + noteHeight(lines)
  const look = { size: sizes.caption, fill, font: fonts.text }
  const texts = lines.map((line, i) => textAt(0, height + noteGap + (i + 1) * measures.line - 4, line, look))
  return svg
    .replace(/^(\s*<svg[^>]*? height=")[^"]*"/, `$1${grown}"`)
    .replace(/^(\s*<svg[^>]*? viewBox="[^"]* )[^" ]+"/, `$1${grown}"`)
    .replace(/<\/svg>\s*$/, () => `${texts.join('')}</svg>`)
}
