import type { Control, ControlState } from '#charts/chart.ts'
import type { Translate } from '#core/i18n/t.ts'
import { filterLabel } from '#core/query/adhoc-filter.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { verboseNames } from '../../../frame/draw-context.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { choiceLabel } from '../../../controls/choice/match.ts'
import { choicesOf } from '../../../controls/choices.ts'
import { filterNote } from '../../../controls/filter/filter-words.ts'
import { rangeText } from '../../../controls/time-range/words.ts'

const filterText = (filter: AdhocFilter, t: Translate) =>
  filter.expressionType === 'SQL' ? filterLabel(filter) : `${filter.subject ? columnLabel(filter.subject) : ''}, ${filterNote(filter, t)}`

/** What a control says, in one line. */
export const controlText = (control: Control, state: ControlState, t: Translate): string => {
  const value = state.form[control.name]
  const list = asList(value)
  const names = verboseNames(state.dataset)
  const named = (label: string) => names[label] ?? label
  switch (control.type) {
    case 'metric':
    case 'metrics':
      return (list as QueryMetric[]).map((metric) => named(metricLabel(metric))).join(', ')
    case 'column':
    case 'columns':
      return (list as QueryColumn[]).map((column) => named(columnLabel(column))).join(', ')
    case 'filters':
      return (list as AdhocFilter[]).map((filter) => filterText(filter, t)).join('; ')
    case 'time-range':
      return rangeText(typeof value === 'string' ? value : '', t)
    case 'checkbox':
      return value ? t('On') : t('Off')
    case 'select':
    case 'select-many':
    case 'time-grain':
    case 'sort-by':
      return list.map((one) => t(choiceLabel(one, choicesOf(control, state), t.locale))).join(', ') || t('None')
    case 'number':
    case 'slider':
    case 'text':
    case 'text-area':
      return value === null || value === undefined ? '' : String(value)
    case 'bounds':
      return list.some((one) => one !== null) ? list.map((one) => (one === null ? '…' : String(one))).join(' – ') : t('None')
    case 'annotation-layers':
    case 'conditional-formatting':
      return list.length > 0 ? String(list.length) : t('None')
    default:
      return typeof value === 'string' ? value : ''
  }
}
