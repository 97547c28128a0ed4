import type { SelectControl } from '../../control.ts'
import * as shared from '../form/controls.ts'
import { checkbox, startsAs } from '../form/controls.ts'

/** The Query section of a chart of one metric. `isSorted`: whether saved forms that do not say so are sorted by the metric. */
export const oneMetricSection = <Limit extends SelectControl<'row_limit', number | null>>(rowLimit: Limit, isSorted: boolean) => ({
  label: 'Query',
  tab: 'data' as const,
  open: true,
  rows: [
    [{ ...shared.groupby, wanted: 1 }],
    [shared.metric],
    [shared.adhocFilters],
    [rowLimit],
    [startsAs(checkbox('sort_by_metric', 'Sort by metric', isSorted), true)],
  ],
})
