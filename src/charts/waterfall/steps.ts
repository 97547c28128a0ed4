import { columnLabel, metricLabel } from '#core/query/labels.ts'
import { xAxisLabel } from '#core/query/x-axis.ts'
import { grainFormatter, timeFormatter } from '#core/format/time.ts'
import type { Translate } from '#core/i18n/t.ts'
import { cell, findColumn, isNumeric, isTemporal } from '#core/table.ts'
import type { Column, Table } from '#core/table.ts'
import type { ValueFormatter } from '#core/format/number.ts'
import type { WaterfallForm } from './controls.ts'

export type Step = {
  name: string
  kind: 'increase' | 'decrease' | 'total'
  from: number
  to: number
  amount: number
  /** What it is called when it is selected; without it, it cannot be. */
  label?: string
  /** Rows with the places of the axis that it is made of, and with its part. */
  rows?: { places: number[]; part?: number }
}

/** Times of the axis: the form's format, else what its grain says. */
const axisText = (form: WaterfallForm, locale: string) => {
  const said = form.x_axis_time_format
  const grain = form.time_grain_sqla
  if (said && said !== 'smart_date') return timeFormatter(said, locale)
  return grain ? grainFormatter(grain, locale) : timeFormatter('smart_date_verbose', locale)
}

const placeName = (axis: Column, row: number, date: ValueFormatter): string => {
  const value = cell(axis, row)
  return value === null ? '<NULL>' : isTemporal(axis) ? date(value) : String(value)
}

/** What a place on the axis is called. */
export const placeText = (axis: Column, row: number, { form, t }: { form: WaterfallForm; t: Translate }): string =>
  placeName(axis, row, axisText(form, t.locale))

export const dimensionsOf = (table: Table, form: WaterfallForm) => ({
  axis: findColumn(table, xAxisLabel(form) ?? '') ?? table.columns[0],
  breakdown: form.groupby ? findColumn(table, columnLabel(form.groupby)) : undefined,
})

/**
 * Changes one after another. With a breakdown each place of the axis ends in a total of its parts' changes; without one a total
 * of all comes last.
 */
export const readSteps = (table: Table | undefined, form: WaterfallForm, t: Translate): Step[] => {
  if (!table) return []
  const { axis, breakdown } = dimensionsOf(table, form)
  const label = form.metric ? metricLabel(form.metric) : ''
  const metric = findColumn(table, label) ?? table.columns.find((column) => column !== axis && column !== breakdown && isNumeric(column))
  if (!axis || !metric) return []
  const date = axisText(form, t.locale)
  const nameOf = (row: number) => placeName(axis, row, date)
  const rows = Array.from({ length: table.rowCount }, (_, row) => row)
  const steps: Step[] = []
  let sum = 0
  const change = (name: string, amount: number, mark: Pick<Step, 'label' | 'rows'>) => {
    steps.push({ name, kind: amount < 0 ? 'decrease' : 'increase', from: sum, to: sum + amount, amount, ...mark })
    sum += amount
  }
  if (!breakdown) {
    for (const row of rows) change(nameOf(row), Number(cell(metric, row) ?? 0), { label: nameOf(row), rows: { places: [row] } })
    if (form.show_total) steps.push({ name: t('Total'), kind: 'total', from: 0, to: sum, amount: sum })
    return steps
  }
  const places = [...new Set(rows.map(nameOf))]
  const amountOf = (row: number | undefined) => (row === undefined ? 0 : Number(cell(metric, row) ?? 0))
  /** The rows of the place before, by part. */
  let before = new Map<string, number>()
  places.forEach((place, i) => {
    const here = rows.filter((row) => nameOf(row) === place)
    const parts = new Map(here.map((row) => [String(cell(breakdown, row) ?? '<NULL>'), row]))
    const [from] = before.values()
    if (i > 0)
      for (const name of new Set([...before.keys(), ...parts.keys()])) {
        const [old, part] = [before.get(name), parts.get(name) ?? before.get(name)]
        const mark = { places: [from, here[0]].filter((row) => row !== undefined), ...(part !== undefined && { part }) }
        change(name, amountOf(parts.get(name)) - amountOf(old), { label: `${name}, ${place}`, rows: mark })
      }
    before = parts
    sum = [...parts.values()].reduce((all, row) => all + amountOf(row), 0)
    steps.push({ name: place, kind: 'total', from: 0, to: sum, amount: sum, label: place, rows: { places: here.slice(0, 1) } })
  })
  return steps
}
