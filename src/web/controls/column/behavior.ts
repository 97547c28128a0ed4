import type { ControlOf, ControlState } from '#charts/control.ts'
import type { Translate } from '#core/i18n/t.ts'
import type { QueryColumn } from '#core/query/query-object.ts'
import { asList, asRecord } from '#core/query/read.ts'
import type { ControlBehavior } from '../behaviors/behavior.ts'
import { dataKind } from '../field/kind.ts'
import type { DataKind } from '../field/kind.ts'
import { columnText } from './column-words.ts'

const missingText = ({ columns: kind }: ControlOf<'column' | 'columns'>, { dataset }: ControlState, t: Translate): string => {
  const has = (wanted: DataKind) => !dataset || dataset.columns.some((column) => dataKind(column) === wanted)
  if (kind === 'temporal') return has('time') ? t('cannot be empty: choose a column of times') : t('This dataset has no column of times.')
  if (kind === 'numeric')
    return has('number') ? t('cannot be empty: choose a column of numbers') : t('This dataset has no column of numbers.')
  return t('cannot be empty: choose a column')
}

/** A dimension, or several; they differ in how many they hold. */
const behavior: ControlBehavior<ControlOf<'column' | 'columns'>> = {
  summarize: (value, { state }) =>
    asList<QueryColumn>(value)
      .map((column) => columnText(column, state.dataset))
      .join(', '),
  missingText,
}

export { behavior as column, behavior as columns }

export const columnConfig: ControlBehavior<ControlOf<'column-config'>> = {
  summarize: (value, { t }) => {
    const count = Object.values(asRecord(value)).filter((style) => Object.keys(asRecord(style)).length > 0).length
    return count === 0 ? '' : t.plural(count, '%(count)s column customized', '%(count)s columns customized')
  },
}

export const timeColumn: ControlBehavior<ControlOf<'time-column'>> = {
  summarize: (value, { state }) => (typeof value === 'string' && value !== '' ? columnText(value, state.dataset) : ''),
  missingText: (_, state, t) => missingText({ type: 'column', name: '', label: '', columns: 'temporal' }, state, t),
}
