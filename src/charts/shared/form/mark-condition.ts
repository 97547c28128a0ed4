import { grainFormatter, timeFormatter } from '#core/format/time.ts'
import type { MarkFilter } from '#core/query/drill/mark-filter.ts'
import { timeGrainOf } from '#core/query/extras.ts'
import type { FormData } from '#core/query/query-object.ts'
import { timeColumnName } from '#core/query/x-axis.ts'
import { isTemporal, type Column, type Json } from '#core/table.ts'

/** The condition of a value of a dimension. */
export const valueCondition = (col: string, val: Json, text: string): MarkFilter => ({ col, op: 'IN', val: [val], formattedVal: text })

/** The column that a time axis shows; null for one that is an SQL expression. */
const timeColumnOf = ({ x_axis: axis, granularity_sqla: time }: FormData, label: string): string | null => {
  if (label === timeColumnName) return typeof time === 'string' ? time : null
  return typeof axis === 'string' ? axis : null
}

/** The condition of a point of a time axis: its unit of time. Null where the axis shows an SQL expression. */
export const timeCondition = (saved: FormData, label: string, val: unknown, locale: string | undefined): MarkFilter | null => {
  const col = timeColumnOf(saved, label)
  if (col === null || typeof val !== 'number' || !Number.isFinite(val)) return null
  const grain = timeGrainOf(saved)
  const text = grain ? grainFormatter(grain, locale) : timeFormatter('smart_date_detailed', locale)
  return { col, op: '==', val, formattedVal: text(val), ...(grain && { grain }) }
}

type AxisPlace = { column: Column; value: Json; text: string }

/** The condition of a place on the x axis: of a time its unit, of anything else the value. */
export const axisCondition = (saved: FormData, { column, value, text }: AxisPlace): MarkFilter | null => {
  if (!isTemporal(column) || value === null) return valueCondition(column.name, value, text)
  const condition = timeCondition(saved, column.name, value, undefined)
  return condition && { ...condition, formattedVal: text }
}
