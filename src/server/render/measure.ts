// Made by `npm run gen`.
import inter from './inter.json' with { type: 'json' }

const characters = [...inter.characters]
const table = (encoded: string): Map<string, number> => {
  const bytes = Buffer.from(encoded, 'base64')
  return new Map(characters.map((character, i) => [character, bytes.readUInt16LE(2 * i)]))
}
const byWeight = new Map(Object.entries(inter.widths).map(([weight, encoded]) => [weight, table(encoded)]))

const unitsPerEm = 2048
/** Characters of CJK scripts are square; unknown ones have an average width. */
const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u
const average = 1200

const weights = [400, 500, 600] as const

const nearest = (weight: number): string => String(weights.findLast((known) => known <= weight) ?? weights[0])

/** The width of a text in Inter in px, from the font's advance widths, without kerning. */
export const measureText = (text: string, size: number, weight = 400): number => {
  const widths = byWeight.get(nearest(weight))
  let units = 0
  for (const character of text) units += widths?.get(character) ?? (wide.test(character) ? unitsPerEm : average)
  return (units / unitsPerEm) * size
}

const fontText = /(?:(bold|\d{3})\s+)?(\d+(?:\.\d+)?)px/

/** Measures a text with a CSS font shorthand, for ECharts. */
export const measureFont = (text: string, font: string): number => {
  const [, weight, size] = fontText.exec(font) ?? []
  return measureText(text, Number(size ?? 12), weight === 'bold' ? 600 : Number(weight ?? 400))
}

const face = (weight: string, woff2: string) =>
  `<style>@font-face{font-family:'Inter Variable';font-weight:${weight};src:url(data:font/woff2;base64,${woff2}) format('woff2')}</style>`

/** The `@font-face` rule that embeds Inter into a standalone picture. */
export const fontFace = face('400 600', inter.woff2)

/** The rule for thumbnails: only semibold digits and symbols. */
export const figureFace = face('600', inter.figures)
