import { isActive, type DataMask } from './data-mask.ts'
import { columnsOfMask, describeMask, type MaskNames } from './describe.ts'
import { masksOn, type Around } from './effective-form.ts'

/** A filter that reaches a chart: it applies, or the chart's data cannot take it. */
export type Indicator = { id: string; name: string; value: string; applies: boolean }

/** Columns that a mask narrows; time settings stand under the names that the answer has for them. */
const columnsOf = (mask: DataMask): string[] => [
  ...columnsOfMask(mask),
  ...(mask.extraFormData?.['time_range'] ? ['__time_range'] : []),
  ...(mask.extraFormData?.['time_grain_sqla'] ? ['__time_grain'] : []),
  ...(mask.extraFormData?.['granularity_sqla'] ? ['__time_col'] : []),
]

type Rejected = readonly { column: string }[]

/** The filters with a value that reach a chart; `rejected` is what the answer says of columns it does not have. */
export const indicatorsOf = (chartId: number, around: Pick<Around, 'masks' | 'reach'>, names: MaskNames, rejected: Rejected): Indicator[] =>
  masksOn(chartId, around)
    .filter(isActive)
    .map((mask) => {
      const columns = columnsOf(mask)
      const applies = columns.length === 0 || columns.some((column) => !rejected.some((one) => one.column === column))
      return { id: mask.id, ...describeMask(mask.id, mask, names), applies }
    })
