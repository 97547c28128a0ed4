import { contrast } from '#core/color/parse.ts'
import { colors } from '#core/theme/tokens.ts'

const inks = [colors.light.text, colors.dark.text] as const

/** Text on a filled mark: dark or light, whichever reads better. */
export const inkOn = (fill: string): string => (contrast(inks[0], fill) >= contrast(inks[1], fill) ? inks[0] : inks[1])
