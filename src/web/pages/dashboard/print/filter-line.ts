import { writtenName } from '#charts/shared/text/written-name.ts'
import { isActive } from '#core/filters/data-mask.ts'
import { describeMask } from '#core/filters/describe.ts'
import { t } from '#core/i18n/t.ts'
import { boxFiltersOf, filtersOf } from '../state/derived.ts'
import type { DashboardState } from '../state/store.ts'

/** `Filters in force: Region: Europe · Year: 2010`; empty where nothing is filtered. */
export const filterLine = (state: DashboardState): string => {
  const { masks, charts, datasets } = state
  const filters = [...filtersOf(state), ...boxFiltersOf(state)]
  const words = Object.values(masks.applied)
    .filter(isActive)
    .map((mask) => {
      const columns = datasets[charts[Number(mask.id)]?.form_data.datasource ?? '']?.columns ?? []
      const columnName = (column: string) => columns.find(({ column_name }) => column_name === column)?.verbose_name || column
      const { name, value } = describeMask(mask, { filters, columnName })
      return t('%(name)s: %(value)s', { name, value: writtenName(value, t) })
    })
  return words.length > 0 ? t('%(name)s: %(value)s', { name: t('Filters in force'), value: words.join(' · ') }) : ''
}
