import { asRecord } from '#core/query/read.ts'
import { t } from '#core/i18n/t.ts'
import type { DashboardStore } from '../../state/store.ts'

/** Shows or hides the description of a chart. While editing it is a change of the dashboard; otherwise it lasts as long as the visit. */
export const showDescription = (store: DashboardStore, chartId: number, isShown: boolean) => {
  const { isEditing, history, shownDescriptions, changeProperties, set } = store.getState()
  const { [chartId]: _own, ...others } = shownDescriptions
  if (!isEditing) return set({ shownDescriptions: { ...others, [chartId]: isShown } })
  const { metadata } = history.present.properties
  const { [String(chartId)]: _before, ...expanded } = asRecord(metadata['expanded_slices'])
  set({ shownDescriptions: others })
  changeProperties(
    { metadata: { ...metadata, expanded_slices: { ...expanded, ...(isShown && { [chartId]: true }) } } },
    isShown ? t('Showed a description') : t('Hid a description'),
  )
}
