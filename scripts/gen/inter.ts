import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as fontkit from 'fontkit'
import type { Font } from 'fontkit'
import subsetFont from 'subset-font'

const files = join(dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json')), 'files')
const weights = [400, 500, 600]

/** Characters of the number in a thumbnail, in every language (`core/format/locale.ts`). */
const figureCharacters = ' \u00a00123456789.,:+-−–%$€£¥₹kKMGTBµm()Mio.Mrd.Bio.'

type Range = [number, number]

/** Latin 1, typographic marks, currency signs, arrows, mathematical signs. */
const embedded: Range[] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x2010, 0x2027],
  [0x2030, 0x203a],
  [0x20a0, 0x20bf],
  [0x2190, 0x2199],
  [0x2212, 0x2212],
  [0x221e, 0x221e],
  [0x2260, 0x2265],
]

/** Characters whose widths are known, by the file that holds them. */
const measured: [string, Range[]][] = [
  ['latin', embedded],
  ['latin-ext', [[0x100, 0x17f]]],
  ['greek', [[0x384, 0x3ce]]],
  ['cyrillic', [[0x400, 0x45f]]],
]

const characters = (ranges: Range[]) =>
  ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)))

const source = (subset: string) => readFileSync(join(files, `inter-${subset}-wght-normal.woff2`))

const widthsOf = async (subset: string, ranges: Range[], weight: number): Promise<[string, number][]> => {
  const wanted = characters(ranges)
  const pinned = await subsetFont(source(subset), wanted.join(''), { targetFormat: 'truetype', variationAxes: { wght: weight } })
  const font = fontkit.create(pinned) as Font
  return wanted
    .map((character) => [character, character.codePointAt(0) as number] as const)
    .filter(([, code]) => font.hasGlyphForCodePoint(code))
    .map(([character, code]) => [character, Math.round((font.glyphForCodePoint(code).advanceWidth / font.unitsPerEm) * 2048)])
}

/**
 * The fonts and widths for text in server-rendered pictures: a small Inter to embed in pictures (woff2, base64), a tiny one for the figures of thumbnails, and by weight the
 * widths of its characters in 1/2048 em (16 bits each, little-endian, base64).
 */
export const interFont = async (): Promise<string> => {
  const woff2 = await subsetFont(source('latin'), characters(embedded).join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 600 } },
  })
  const figures = await subsetFont(source('latin'), figureCharacters, { targetFormat: 'woff2', variationAxes: { wght: 600 } })
  const widths: Record<string, string> = {}
  let known = ''
  for (const weight of weights) {
    const lists = (await Promise.all(measured.map(([subset, ranges]) => widthsOf(subset, ranges, weight)))).flat()
    known = lists.map(([character]) => character).join('')
    widths[weight] = Buffer.from(Uint16Array.from(lists, ([, width]) => width).buffer).toString('base64')
  }
  return `${JSON.stringify({ characters: known, widths, woff2: woff2.toString('base64'), figures: figures.toString('base64') }, null, 2)}\n`
}
