import type { DatasetFacts } from '#charts/control.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { isTimeFilter } from '#core/query/filter-operators.ts'
import { columnLabel } from '#core/query/labels.ts'
import type { FormData } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { t } from '#core/i18n/t.ts'
import { dataKind } from '../../../controls/field/kind.ts'
import { newFilter } from '../../../controls/filter/filter-draft.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'

/** The time filter missing for a new X-axis, through which dashboards apply their time range. Null if there is one. */
export const missingTimeFilter = (form: FormData, axis: unknown, dataset: DatasetFacts | null): AdhocFilter | null => {
  const column = dataset?.columns.find((candidate) => candidate.column_name === axis)
  if (!column || dataKind(column) !== 'time' || typeof form['time_range'] === 'string' || !Array.isArray(form['adhoc_filters'])) return null
  const filters = asList<AdhocFilter>(form['adhoc_filters'])
  const covers = filters.some((filter) => isTimeFilter(filter) && filter.subject && columnLabel(filter.subject) === column.column_name)
  return covers ? null : newFilter(column)
}

/** Offers to add the missing time filter; returns the new filters. */
export const offerTimeFilter = async (form: FormData, axis: unknown, dataset: DatasetFacts | null): Promise<AdhocFilter[] | null> => {
  const filter = missingTimeFilter(form, axis, dataset)
  if (!filter) return null
  const yes = await confirm({
    title: t('The X-axis is not on the filters list'),
    text: t('Time ranges of dashboards apply to this chart only through a filter on its X-axis. Add “%(name)s” to the filters?', {
      name: String(axis),
    }),
    action: t('OK'),
  })
  return yes ? [...asList<AdhocFilter>(form['adhoc_filters']), filter] : null
}
