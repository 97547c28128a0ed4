import type { ThemeTokens } from '#core/theme/from-antd.ts'
import { create } from 'zustand'

/** Tokens that replace those of the product, for both faces; set by a theme of the installation, of a dashboard, or by the page around. */
export const useThemeTokens = create<{ tokens: ThemeTokens }>(() => ({ tokens: {} }))
