import { columnLabel, metricLabel } from '#core/query/labels.ts'
import { xAxisLabel } from '#core/query/x-axis.ts'
import { grainFormatter, timeFormatter } from '#core/format/time.ts'
import type { Translate } from '#core/i18n/t.ts'
import { cell, findColumn, isNumeric, isTemporal } from '#core/table.ts'
import type { Table } from '#core/table.ts'
import type { WaterfallForm } from './controls.ts'

export type Step = { name: string; kind: 'increase' | 'decrease' | 'total'; from: number; to: number; amount: number }

/** Times of the axis: the form's format, else what its grain says. */
const axisText = (form: WaterfallForm, locale: string) => {
  const said = form.x_axis_time_format
  const grain = form.time_grain_sqla
  if (said && said !== 'smart_date') return timeFormatter(said, locale)
  return grain ? grainFormatter(grain, locale) : timeFormatter('smart_date_verbose', locale)
}

/**
 * Changes one after another. With a breakdown each place of the axis ends in a total of its parts' changes; without one a total
 * of all comes last.
 */
export const readSteps = (table: Table | undefined, form: WaterfallForm, t: Translate): Step[] => {
  if (!table) return []
  const axis = findColumn(table, xAxisLabel(form) ?? '') ?? table.columns[0]
  const label = form.metric ? metricLabel(form.metric) : ''
  const breakdown = form.groupby ? findColumn(table, columnLabel(form.groupby)) : undefined
  const metric = findColumn(table, label) ?? table.columns.find((column) => column !== axis && column !== breakdown && isNumeric(column))
  if (!axis || !metric) return []
  const date = axisText(form, t.locale)
  const nameOf = (row: number) => {
    const value = cell(axis, row)
    return value === null ? '<NULL>' : isTemporal(axis) ? date(value) : String(value)
  }
  const rows = Array.from({ length: table.rowCount }, (_, row) => row)
  const steps: Step[] = []
  let sum = 0
  const change = (name: string, amount: number) => {
    steps.push({ name, kind: amount < 0 ? 'decrease' : 'increase', from: sum, to: sum + amount, amount })
    sum += amount
  }
  if (!breakdown) {
    for (const row of rows) change(nameOf(row), Number(cell(metric, row) ?? 0))
    if (form.show_total) steps.push({ name: t('Total'), kind: 'total', from: 0, to: sum, amount: sum })
    return steps
  }
  const places = [...new Set(rows.map(nameOf))]
  const before = new Map<string, number>()
  places.forEach((place, i) => {
    const here = rows.filter((row) => nameOf(row) === place)
    const parts = new Map(here.map((row) => [String(cell(breakdown, row) ?? '<NULL>'), Number(cell(metric, row) ?? 0)]))
    if (i > 0)
      for (const part of new Set([...before.keys(), ...parts.keys()])) change(part, (parts.get(part) ?? 0) - (before.get(part) ?? 0))
    before.clear()
    for (const [part, value] of parts) before.set(part, value)
    sum = [...parts.values()].reduce((all, value) => all + value, 0)
    steps.push({ name: place, kind: 'total', from: 0, to: sum, amount: sum })
  })
  return steps
}
