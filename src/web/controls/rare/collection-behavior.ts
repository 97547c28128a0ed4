import type { ControlOf } from '#charts/control.ts'
import { asList, asRecord } from '#core/query/read.ts'
import type { ControlBehavior } from '../behaviors/behavior.ts'

/** What an item of a collection is called: its label, else the column that it is about. */
export const itemText = (value: unknown): string => {
  const { label, column } = asRecord(value)
  return typeof label === 'string' && label !== '' ? label : typeof column === 'string' ? column : ''
}

export const collectionItem: ControlBehavior<ControlOf<'time-series-column' | 'filter-item'>> = { summarize: itemText }

export const collection: ControlBehavior<ControlOf<'collection'>> = {
  summarize: (value, { t }) =>
    asList(value)
      .map((item) => itemText(item) || t('(not named)'))
      .join(', '),
}
