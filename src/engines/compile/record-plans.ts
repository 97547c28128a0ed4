import type { Dataset } from './dataset.ts'
import type { Plan } from './plan.ts'

const openRange = { since: null, until: null }

const records = (plan: Plan, dataset: Dataset): Plan => ({
  ...plan,
  columns: dataset.columns.map((column) => column.column_name),
  metrics: null,
  // Rows have no groups to choose from.
  having: '',
  isTimeseries: false,
  orderby: [],
  seriesColumns: [],
  seriesLimit: 0,
  timeOffsets: [],
  operations: [],
})

/** Rows as they lie in the dataset: every column, the query's filters, but not its own time range. */
export const samplesPlan = (plan: Plan, dataset: Dataset): Plan => ({ ...records(plan, dataset), granularity: null, range: openRange })

/** The plan for the rows behind an aggregated value: all columns, with the query's filters and time range, ordered by the first column. */
export const drillDetailPlan = (plan: Plan, dataset: Dataset): Plan => {
  const [first] = dataset.columns
  return { ...records(plan, dataset), orderby: first ? [[first.column_name, true]] : [] }
}
