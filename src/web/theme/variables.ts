import type { ThemeTokens } from '#core/theme/from-antd.ts'
import { colors, fonts, radius, sizes, type ThemeName } from '#core/theme/tokens.ts'

const kebab = (name: string) => name.replaceAll(/[A-Z]|\d+$/g, (part) => `-${part.toLowerCase()}`)

/** Tokens of a theme as CSS variables: those of the product have the same names. */
export const ownVariables = (tokens: ThemeTokens): Record<string, string> =>
  Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${kebab(name)}`, value]))

/** Every token as a CSS variable: `lineStrong` is `--line-strong`, `text2` is `--text-2`, `palette[3]` is `--palette-3`. */
export const cssVariables = (theme: ThemeName): Record<string, string> => {
  const variables: Record<string, string> = {
    '--font-text': fonts.text,
    '--font-mono': fonts.mono,
    '--radius': `${radius.control}px`,
    '--radius-card': `${radius.card}px`,
    '--size-caption': `${sizes.caption}px`,
    '--size-control': `${sizes.control}px`,
    '--size-body': `${sizes.body}px`,
    '--size-section': `${sizes.section}px`,
    '--size-title': `${sizes.title}px`,
    '--size-display': `${sizes.display}px`,
  }
  for (const [name, value] of Object.entries(colors[theme])) {
    if (typeof value === 'string') variables[`--${kebab(name)}`] = value
    else value.forEach((color: string, slot: number) => (variables[`--${kebab(name)}-${slot}`] = color))
  }
  return variables
}
