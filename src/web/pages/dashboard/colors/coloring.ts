import { isOwnScheme, readLabelColors, type LabelColors, type SchemeOf } from '#core/color/label-colors.ts'
import { hasFeature } from '../../../data/feature-flags.ts'
import type { Properties } from '../data/record.ts'

export type Coloring = {
  labelColors: LabelColors
  schemeOf?: SchemeOf
  /** Colours of other dashboards of the same namespace. */
  kept?: LabelColors
  keep?: (colors: LabelColors) => void
}

/** What decides about colours beyond those of labels. */
export const colorSettings = ['color_scheme', 'analogous_colors', 'color_namespace']

/** How a dashboard colours its labels. Most say nothing but the colours of labels. */
export const readColoring = async (metadata: Properties['metadata']): Promise<Coloring> =>
  hasFeature('USE_ANALAGOUS_COLORS') || colorSettings.some((key) => !isOwnScheme(metadata[key]))
    ? (await import('./ruled-coloring.ts')).ruledColoring(metadata)
    : { labelColors: readLabelColors(metadata) }
