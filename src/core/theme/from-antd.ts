import type { ThemeName } from './tokens.ts'

/** Tokens of a theme that replace ours, as CSS values. */
export type ThemeTokens = Readonly<Record<string, string>>

/** Superset's themes are configurations of Ant Design: which of our tokens each of theirs sets. */
const colorTokens: Readonly<Record<string, readonly string[]>> = {
  colorPrimary: ['accent'],
  colorLink: ['accent'],
  colorBgBase: ['canvas', 'surface', 'raised'],
  colorBgLayout: ['canvas'],
  colorBgContainer: ['surface'],
  colorBgElevated: ['raised'],
  colorPrimaryBg: ['accentSoft'],
  colorTextBase: ['text'],
  colorText: ['text'],
  colorTextSecondary: ['text2'],
  colorTextTertiary: ['text3'],
  colorBorder: ['lineStrong', 'edge'],
  colorBorderSecondary: ['line'],
  colorSplit: ['line'],
  colorSuccess: ['good'],
  colorWarning: ['warn'],
  colorError: ['bad'],
  colorTextLightSolid: ['onAccent'],
  colorFillTertiary: ['hover'],
}

/** A colour that cannot end its declaration or load anything. */
export const isColor = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^(#[\da-f]{3,8}|(?:rgb|rgba|hsl|hsla|oklch|oklab)\([\d\s.,%/-]+(?:deg)?[\d\s.,%/-]*\)|[a-z]{3,20})$/i.test(value.trim())

const isFont = (value: unknown): value is string => typeof value === 'string' && /^[\w\s,'"-]{1,300}$/.test(value)

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** The CSS variables that the tokens of a configuration set; unknown and unsafe ones are left out. */
export const tokensOfConfig = (config: unknown): ThemeTokens => {
  const token = record(record(config)['token'])
  const found: Record<string, string> = {}
  for (const [name, ours] of Object.entries(colorTokens)) {
    const value = token[name]
    if (isColor(value)) for (const each of ours) found[each] = value.trim()
  }
  if (isFont(token['fontFamily'])) found['fontText'] = token['fontFamily']
  if (isFont(token['fontFamilyCode'])) found['fontMono'] = token['fontFamilyCode']
  const radius = Number(token['borderRadius'])
  if (token['borderRadius'] !== undefined && radius >= 0 && radius <= 32) found['radius'] = `${radius}px`
  return found
}

/** Which of the two faces a configuration starts from; null if it does not say. */
export const faceOfConfig = (config: unknown): ThemeName | null => {
  const algorithms = [record(config)['algorithm'] ?? []].flat()
  if (algorithms.includes('dark')) return 'dark'
  return algorithms.includes('default') ? 'light' : null
}
