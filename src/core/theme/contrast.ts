import { contrast } from '../color/parse.ts'
import type { ThemeTokens } from './from-antd.ts'
import { colors, type ThemeName } from './tokens.ts'

/** The colours of each kind of text and of what it is on. */
const texts = {
  pageText: ['text', 'canvas'],
  cardText: ['text', 'surface'],
  secondaryText: ['text2', 'surface'],
  faintText: ['text3', 'surface'],
  link: ['accent', 'surface'],
  button: ['onAccent', 'accent'],
  success: ['good', 'surface'],
  warning: ['warn', 'surface'],
  error: ['bad', 'surface'],
} as const

export type TextKind = keyof typeof texts

const kinds = Object.keys(texts) as TextKind[]

/** Of WCAG AA, for texts of ordinary size. */
export const minContrast = 4.5

/** Colours in other notations are not judged. */
const isHex = (color: string) => /^#([\da-f]{3}|[\da-f]{6})$/i.test(color)

/** The texts of a face that are hard to read with these tokens. */
export const lowContrasts = (face: ThemeName, tokens: ThemeTokens): { kind: TextKind; ratio: number }[] =>
  kinds.flatMap((kind) => {
    const [ink, ground] = texts[kind].map((name) => tokens[name] ?? colors[face][name])
    if (!ink || !ground || !isHex(ink) || !isHex(ground)) return []
    const ratio = contrast(ink, ground)
    return ratio < minContrast ? [{ kind, ratio }] : []
  })
