import type { Translate } from '#core/i18n/t.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { columnLabel } from '#core/query/labels.ts'
import type { FormData } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { isTimeFilter } from '#core/query/filter-operators.ts'
import { filterNote, filterText } from '#core/query/filter-words.ts'

/** Rows in all and the last month of the data, for the words of an empty picture. */
export type EmptyFacts = { rows?: number | null; dataEnds?: string | null }

export type EmptyReason = {
  title: string
  text: string
  /** Place of the filter to clear in `adhoc_filters`; null when there is none. */ filter: number | null
  action: string | null
}

const narrows = (filter: AdhocFilter) => !(isTimeFilter(filter) && (filter.comparator === 'No filter' || !filter.comparator))

const nameOf = (filter: AdhocFilter, t: Translate) =>
  filter.expressionType === 'SQL' ? t('Custom SQL') : filter.subject ? columnLabel(filter.subject) : ''

/** Why a picture has no rows, and the one thing that would bring some: the time filter first, else the last filter. */
export const emptyReason = (form: FormData, t: Translate, facts: EmptyFacts = {}): EmptyReason => {
  const filters = asList<AdhocFilter>(form['adhoc_filters'])
  const places = filters.flatMap((filter, i) => (narrows(filter) ? [i] : []))
  const place = places.find((i) => isTimeFilter(filters[i] as AdhocFilter)) ?? places.at(-1)
  const filter = place === undefined ? undefined : filters[place]
  if (place === undefined || !filter) {
    return { title: t('No rows'), text: t('The query ran and found nothing.'), filter: null, action: null }
  }
  const note = filterNote(filter, t)
  const said = filterText(filter, t)
  const left = facts.rows
    ? t('The filter “%(filter)s” leaves none of %(rows)s rows.', { filter: said, rows: facts.rows.toLocaleString(t.locale) })
    : t('The filter “%(filter)s” leaves no rows.', { filter: said })
  const ends = isTimeFilter(filter) && facts.dataEnds ? ` ${t('The data ends in %(month)s.', { month: facts.dataEnds })}` : ''
  return {
    title: isTimeFilter(filter) ? t('No rows for %(range)s', { range: note }) : t('No rows match'),
    text: left + ends,
    filter: place,
    action: filter.expressionType === 'SQL' ? t('Remove the filter') : t('Clear the %(name)s filter', { name: nameOf(filter, t) }),
  }
}

/** The form without the filter that emptied it: a time filter opens, any other goes. */
export const withoutFilter = (form: FormData, place: number): FormData => {
  const filters = asList<AdhocFilter>(form['adhoc_filters'])
  const filter = filters[place]
  if (!filter) return form
  return {
    ...form,
    adhoc_filters: isTimeFilter(filter) ? filters.with(place, { ...filter, comparator: 'No filter' }) : filters.toSpliced(place, 1),
  }
}
