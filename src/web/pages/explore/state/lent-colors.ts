import type { FormData } from '#core/query/query-object.ts'
import type { DashboardContext } from '../../../data/explore-context.ts'

/** Keys by which a form says what its dashboard decides about its colours. */
const lentKeys = ['dashboards', 'dashboard_color_scheme', 'label_colors']

/** What a dashboard lends to the form of a chart: the control of the colour scheme says so. */
export const lentForm = ({ dashboardId, colorScheme, labelColors = {} }: DashboardContext): Record<string, unknown> => ({
  ...(colorScheme !== undefined && { dashboards: [dashboardId], dashboard_color_scheme: colorScheme }),
  ...(Object.keys(labelColors).length > 0 && { label_colors: labelColors }),
})

/** The form without what a dashboard lends: that stays as it was saved. */
export const withoutLent = (form: FormData, saved: FormData | null): FormData => {
  const kept = Object.entries(form).filter(([key]) => !lentKeys.includes(key))
  const stored = Object.entries(saved ?? {}).filter(([key]) => lentKeys.includes(key))
  return { ...Object.fromEntries([...kept, ...stored]), viz_type: form.viz_type, datasource: form.datasource }
}
