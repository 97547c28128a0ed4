import type { ControlOf } from '#charts/control.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { filterText } from '#core/query/filter-words.ts'
import { asList } from '#core/query/read.ts'
import type { ControlBehavior } from '../behaviors/behavior.ts'
import { columnText } from '../column/column-words.ts'

export const filters: ControlBehavior<ControlOf<'filters'>> = {
  summarize: (value, { state, t }) =>
    asList<AdhocFilter>(value)
      .map((filter) => filterText(filter, t, (subject) => columnText(subject, state.dataset)))
      .join(', '),
}
