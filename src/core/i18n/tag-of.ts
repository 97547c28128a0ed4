import type { Locale } from './locales.ts'

/** The tag for Intl, which takes `pt` for the Portuguese of Brazil. */
export const tagOf = (locale: Locale): string => (locale === 'pt' ? 'pt-PT' : locale)
