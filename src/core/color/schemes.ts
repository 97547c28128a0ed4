import { colors } from '../theme/tokens.ts'
import type { ThemeName } from '../theme/tokens.ts'
import { categoricalSchemes, sequentialSchemes } from './scheme-data.ts'
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
export const sequentialOffer = (theme: ThemeName): ColorScheme[] => [...own(theme).sequential, ...sequentialSchemes]

/** The colours that a chart's `color_scheme` names; an unknown or missing name gives Chartroom's. */
export const categoricalColors = (id: unknown, theme: ThemeName): string[] =>
  categoricalSchemes.find((scheme) => scheme.id === id)?.colors ?? own(theme).categorical.colors

export const sequentialColors = (id: unknown, theme: ThemeName): string[] =>
  (sequentialOffer(theme).find((scheme) => scheme.id === id) ?? (own(theme).sequential[0] as ColorScheme)).colors
