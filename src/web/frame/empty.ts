import type { Translate } from '#core/i18n/t.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { columnLabel } from '#core/query/labels.ts'
import type { FormData } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { isTimeFilter } from '#core/query/filter-operators.ts'
import { filterNote, filterText } from '#core/query/filter-words.ts'

/** Total rows and the last month of the data, for the explanation of an empty chart. */
export type EmptyFacts = { rows?: number | null; dataEnds?: string | null }

export type EmptyReason = {
  title: string
  text: string
  /** Index in `adhoc_filters` of the filter to clear; null if there is none. */ filter: number | null
  action: string | null
}

const isActive = (filter: AdhocFilter) => !(isTimeFilter(filter) && (filter.comparator === 'No filter' || !filter.comparator))

const filterName = (filter: AdhocFilter, t: Translate) =>
  filter.expressionType === 'SQL' ? t('Custom SQL') : filter.subject ? columnLabel(filter.subject) : ''

/** Why a chart has no rows and which filter to clear: the time filter if there is one, else the last filter. */
export const emptyReason = (form: FormData, t: Translate, facts: EmptyFacts = {}): EmptyReason => {
  const filters = asList<AdhocFilter>(form['adhoc_filters'])
  const activeIndexes = filters.flatMap((filter, i) => (isActive(filter) ? [i] : []))
  const filterIndex = activeIndexes.find((i) => isTimeFilter(filters[i] as AdhocFilter)) ?? activeIndexes.at(-1)
  const filter = filterIndex === undefined ? undefined : filters[filterIndex]
  if (filterIndex === undefined || !filter) {
    return { title: t('No rows'), text: t('The query ran and found nothing.'), filter: null, action: null }
  }
  const note = filterNote(filter, t)
  const filterDescription = filterText(filter, t)
  const explanation = facts.rows
    ? t('The filter “%(filter)s” leaves none of %(rows)s rows.', { filter: filterDescription, rows: facts.rows.toLocaleString(t.locale) })
    : t('The filter “%(filter)s” leaves no rows.', { filter: filterDescription })
  const dataEndText = isTimeFilter(filter) && facts.dataEnds ? ` ${t('The data ends in %(month)s.', { month: facts.dataEnds })}` : ''
  return {
    title: isTimeFilter(filter) ? t('No rows for %(range)s', { range: note }) : t('No rows match'),
    text: explanation + dataEndText,
    filter: filterIndex,
    action: filter.expressionType === 'SQL' ? t('Remove the filter') : t('Clear the %(name)s filter', { name: filterName(filter, t) }),
  }
}

/** Resets a time filter to "No filter"; removes any other filter. */
export const clearFilter = (form: FormData, filterIndex: number): FormData => {
  const filters = asList<AdhocFilter>(form['adhoc_filters'])
  const filter = filters[filterIndex]
  if (!filter) return form
  return {
    ...form,
    adhoc_filters: isTimeFilter(filter)
      ? filters.with(filterIndex, { ...filter, comparator: 'No filter' })
      : filters.toSpliced(filterIndex, 1),
  }
}
