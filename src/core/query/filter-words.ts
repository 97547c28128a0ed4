import type { AdhocFilter } from './adhoc-filter.ts'
import { namesHiddenSql } from './drill/hidden-sql.ts'
import { columnLabel } from './labels.ts'
import type { QueryColumn } from './query-object.ts'
import { asList } from './read.ts'
import type { Translate } from '../i18n/t.ts'
import { rangeText } from '../time/range/words.ts'
import { operatorId, operatorOf, operatorWords } from './filter-operators.ts'
import type { OperatorId } from './filter-operators.ts'

const symbols: Partial<Record<OperatorId, string>> = {
  EQUALS: '=',
  NOT_EQUALS: '≠',
  LESS_THAN: '<',
  LESS_THAN_OR_EQUAL: '≤',
  GREATER_THAN: '>',
  GREATER_THAN_OR_EQUAL: '≥',
}

const valueText = (value: unknown, t: Translate): string => (value === null || value === '' ? t('blank') : String(value))

/** The note at the right of a filter's pill: `No filter`, `> 5`, `GOOG`, `4 of 7`, `not 2 values`. */
export const filterNote = (
  filter: AdhocFilter,
  t: Translate,
  known?: { values?: number; resolved?: { since: string; until: string } | null },
): string => {
  if (filter.expressionType === 'SQL') return filter.clause === 'HAVING' ? t('after grouping') : ''
  const id = operatorId(filter)
  if (id === null) return t('not finished')
  if (id === 'TEMPORAL_RANGE') return rangeText(String(filter.comparator ?? ''), t, known?.resolved)
  const { takes } = operatorOf(id)
  if (takes === 'none') return operatorWords(id, t)
  const values = asList(filter.comparator)
  if (takes === 'one') return values.length ? `${symbols[id] ?? operatorWords(id, t)} ${valueText(values[0], t)}` : t('not finished')
  if (values.length === 0) return t('not finished')
  const not = id === 'NOT_IN'
  if (values.length === 1) return not ? t('not %(value)s', { value: valueText(values[0], t) }) : valueText(values[0], t)
  if (known?.values && !not) return t('%(count)s of %(total)s', { count: values.length, total: known.values })
  return not
    ? t.plural(values.length, 'not %(count)s value', 'not %(count)s values')
    : t.plural(values.length, '%(count)s value', '%(count)s values')
}

/** A filter in one line: its column and condition, or its SQL. */
export const filterText = (filter: AdhocFilter, t: Translate, nameOf: (subject: QueryColumn) => string = columnLabel): string => {
  if (filter.expressionType === 'SQL')
    return filter.sqlExpression && !namesHiddenSql(filter.sqlExpression) ? filter.sqlExpression : t('Custom SQL')
  return filter.subject ? `${nameOf(filter.subject)}: ${filterNote(filter, t)}` : t('New filter')
}
