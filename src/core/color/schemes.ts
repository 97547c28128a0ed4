import { colors } from '../theme/tokens.ts'
import type { ThemeName } from '../theme/tokens.ts'
import { categoricalSchemes } from './scheme-data.ts'
import type { ColorScheme } from './scheme-data.ts'

export const defaultCategorical = 'chartroom'
export const defaultSequential = 'chartroom_sequential'

const own = (theme: ThemeName) => ({
  categorical: { id: defaultCategorical, label: 'Chartroom', colors: [...colors[theme].palette] },
  sequential: [
    { id: defaultSequential, label: 'Chartroom', colors: [...colors[theme].sequential] },
    { id: 'chartroom_diverging', label: 'Chartroom, diverging', colors: [...colors[theme].diverging], diverging: true },
  ],
})

/** Chartroom's own first; its colours follow the theme. */
export const categoricalOffer = (theme: ThemeName): ColorScheme[] => [own(theme).categorical, ...categoricalSchemes]

export const isKnownCategorical = (id: unknown): boolean =>
  id === defaultCategorical || categoricalSchemes.some((scheme) => scheme.id === id)

/** The colours that a chart's `color_scheme` names; an unknown or missing name gives Chartroom's. */
export const categoricalColors = (id: unknown, theme: ThemeName): string[] =>
  categoricalSchemes.find((scheme) => scheme.id === id)?.colors ?? own(theme).categorical.colors

export const isOwnSequential = (id: unknown): boolean => !id || own('light').sequential.some((scheme) => scheme.id === id)

/** Chartroom's own ramps, then those of sequential-data.ts, which pages load where a form names one. */
export const sequentialOffer = (theme: ThemeName, others: readonly ColorScheme[]): ColorScheme[] => [...own(theme).sequential, ...others]

/** The ramp that a chart's `linear_color_scheme` names; an unknown or missing name gives Chartroom's. */
export const sequentialScheme = (id: unknown, theme: ThemeName, others: readonly ColorScheme[] = []): ColorScheme => {
  const offer = sequentialOffer(theme, others)
  return offer.find((scheme) => scheme.id === id) ?? (offer[0] as ColorScheme)
}
