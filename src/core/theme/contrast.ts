import { contrast } from '../color/parse.ts'
import type { ThemeTokens } from './from-antd.ts'
import { colors, type ThemeName } from './tokens.ts'

type Token = 'text' | 'text2' | 'text3' | 'accent' | 'onAccent' | 'canvas' | 'surface' | 'bad' | 'warn' | 'good'

/** Texts and what they stand on; 4.5 : 1 is what WCAG AA wants. */
const pairs: readonly (readonly [ink: Token, ground: Token])[] = [
  ['text', 'canvas'],
  ['text', 'surface'],
  ['text2', 'surface'],
  ['text3', 'surface'],
  ['accent', 'surface'],
  ['onAccent', 'accent'],
  ['good', 'surface'],
  ['warn', 'surface'],
  ['bad', 'surface'],
]

const enough = 4.5

/** Colours in other notations are not judged. */
const isHex = (color: string) => /^#([\da-f]{3}|[\da-f]{6})$/i.test(color)

export type LowContrast = { ink: string; ground: string; ratio: number }

/** The pairs of a face that are hard to read with these tokens. */
export const lowContrasts = (face: ThemeName, tokens: ThemeTokens): LowContrast[] =>
  pairs.flatMap(([ink, ground]) => {
    const colorOf = (name: Token) => tokens[name] ?? colors[face][name]
    if (![ink, ground].map(colorOf).every(isHex)) return []
    const ratio = contrast(colorOf(ink), colorOf(ground))
    return ratio < enough ? [{ ink, ground, ratio }] : []
  })
