import { readDashboardColors } from '#core/color/dashboard-colors.ts'
import { schemeUnder, type LabelColors } from '#core/color/label-colors.ts'
import { asText } from '#core/query/read.ts'
import { hasFeature } from '../../../data/feature-flags.ts'
import type { Coloring } from './coloring.ts'
import type { Properties } from '../data/record.ts'

/** Until the page is left, as in Superset. */
const colorsOfNamespace = new Map<string, LabelColors>()

export const ruledColoring = (metadata: Properties['metadata']): Coloring => {
  const { labelColors, colorRule } = readDashboardColors(metadata, hasFeature('USE_ANALAGOUS_COLORS'))
  const namespace = asText(metadata['color_namespace'])
  return {
    labelColors,
    schemeOf: (own) => schemeUnder(colorRule, own),
    ...(namespace && {
      kept: colorsOfNamespace.get(namespace) ?? {},
      keep: (colors) => void colorsOfNamespace.set(namespace, { ...colorsOfNamespace.get(namespace), ...colors }),
    }),
  }
}
