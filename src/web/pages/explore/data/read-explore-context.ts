import type { LabelColor } from '#core/color/label-colors.ts'
import { asRecord, asText } from '#core/query/read.ts'
import { readContexts } from '../../../data/explore-context.ts'
import type { DashboardContext } from '../../../data/explore-context.ts'

const isLabelColor = (value: unknown): value is LabelColor => typeof value === 'string' || typeof value === 'number'

/** What was kept under a page id; null if nothing was. */
export const readExploreContext = (pageId: string): DashboardContext | null => {
  const { dashboardId, extraFormData, colorScheme, labelColors } = asRecord(readContexts()[pageId])
  if (typeof dashboardId !== 'number') return null
  const colors = Object.entries(asRecord(labelColors)).flatMap(([label, color]) => (isLabelColor(color) ? [[label, color] as const] : []))
  return {
    dashboardId,
    extraFormData: asRecord(extraFormData),
    colorScheme: asText(colorScheme),
    labelColors: Object.fromEntries(colors),
  }
}
