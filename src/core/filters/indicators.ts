import { asList } from '../query/read.ts'
import { isActive, type DataMask } from './data-mask.ts'
import { columnsOfMask, type MaskDescription } from './describe.ts'

/** A filter that reaches a chart: it applies, or the chart's data cannot take it. */
export type Indicator = MaskDescription & {
  id: string
  applies: boolean
  /** Whether it leaves rows out; a time grain or a time column alone leaves out none. */
  narrows: boolean
}

const leavesOut = (mask: DataMask): boolean =>
  columnsOfMask(mask).length > 0 || asList(mask.extraFormData?.['adhoc_filters']).length > 0 || Boolean(mask.extraFormData?.['time_range'])

/** Columns that a mask narrows; time settings have the names that the answer has for them. */
const columnsOf = (mask: DataMask): string[] => [
  ...columnsOfMask(mask),
  ...(mask.extraFormData?.['time_range'] ? ['__time_range'] : []),
  ...(mask.extraFormData?.['time_grain_sqla'] ? ['__time_grain'] : []),
  ...(mask.extraFormData?.['granularity_sqla'] ? ['__time_col'] : []),
]

type Described = MaskDescription & { mask: DataMask }

/** Those of the masks on a chart that hold a value; `rejected` is what the answer says of columns it does not have. */
export const indicatorsOf = (masks: readonly Described[], rejected: readonly { column: string }[]): Indicator[] =>
  masks
    .filter(({ mask }) => isActive(mask))
    .map(({ mask, name, value }) => {
      const columns = columnsOf(mask)
      const applies = columns.length === 0 || columns.some((column) => !rejected.some((one) => one.column === column))
      return { id: mask.id, name, value, applies, narrows: leavesOut(mask) }
    })
