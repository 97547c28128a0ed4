import { create } from 'zustand'
import type { ThemeTokens } from '#core/theme/from-antd.ts'
import type { ThemeName } from '#core/theme/tokens.ts'

/** Tokens that the page around an embedded one gives. They replace those of the installation, which replace those of the product. */
export const useThemeTokens = create<{ tokens: ThemeTokens }>(() => ({ tokens: {} }))

/** The tokens of the installation, which the server writes into the page. */
export const installedTokens = (face: ThemeName): ThemeTokens => {
  const text = document.querySelector<HTMLMetaElement>('meta[name="theme-tokens"]')?.content
  return text === undefined ? {} : ((JSON.parse(text) as Record<ThemeName, ThemeTokens>)[face] ?? {})
}
