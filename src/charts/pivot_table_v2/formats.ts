import { currencyFormatter } from '#core/format/currency.ts'
import type { Currency } from '#core/format/currency.ts'
import { numberFormatter, smartNumber } from '#core/format/number.ts'
import type { ValueFormatter } from '#core/format/number.ts'
import { timeFormatter } from '#core/format/time.ts'
import type { FormData } from '#core/query/query-object.ts'
import { findColumn, isNumeric, isTemporal } from '#core/table.ts'
import type { Json, Table } from '#core/table.ts'
import type { DrawContext } from '../chart.ts'
import { wordsOfHtml } from '../shared/html-words.ts'
import { extentOf } from '../shared/scale.ts'
import { wholeFormat } from '../shared/whole-format.ts'
import type { Settings } from './settings.ts'

/** How the values of a dimension are written. */
export const dimensionTexts = (table: Table, form: FormData): ((name: string) => (value: Json) => string) => {
  const said = form['date_format'] as string | undefined
  const grain = form['time_grain_sqla'] as string | undefined
  const adaptive = !said || said === 'smart_date'
  return (name) => {
    const column = findColumn(table, name)
    if (column && isTemporal(column)) {
      const show = adaptive
        ? grain
          ? timeFormatter(null, grain)
          : timeFormatter(column.type === 'date' ? '%Y-%m-%d' : 'smart_date_detailed')
        : timeFormatter(said)
      return (value) => (value === null ? '<NULL>' : show(value))
    }
    const words = form['allow_render_html'] === false ? String : (value: Json) => wordsOfHtml(String(value))
    return (value) => (value === null ? '<NULL>' : typeof value === 'object' ? JSON.stringify(value) : words(value))
  }
}

/** Beyond this, full digits are not read any more. */
const readable = 1e7

/** In full, great ones short. */
const ownFormat = (values: Float64Array): ValueFormatter => {
  const [low, high] = extentOf(values)
  if (Math.max(Math.abs(low), Math.abs(high)) >= readable) return numberFormatter(smartNumber)
  return wholeFormat(values)
}

const wholeCounts = new Set(['Count', 'Count Unique Values'])

/** How a metric's values are written: as the form, the metric or its values ask. */
export const valueTexts = (
  table: Table,
  { aggregate, fractionOf }: Settings,
  form: FormData,
  { formats, currencies }: DrawContext,
): ((metric: string) => (value: Json) => string) => {
  const said = form['valueFormat'] as string | undefined
  const asked = said && said !== smartNumber ? said : undefined
  const formatOf = (metric: string): ValueFormatter => {
    if (fractionOf) return numberFormatter(asked ?? '.1%')
    if (wholeCounts.has(aggregate)) return numberFormatter(',d')
    const format = asked ?? formats?.[metric]
    const own = form['currency_format'] as Currency | undefined
    const currency = own?.symbol ? own : currencies?.[metric]
    if (currency?.symbol) return currencyFormatter(currency, format)
    const column = findColumn(table, metric)
    if (format || !column || !isNumeric(column)) return numberFormatter(format)
    return ownFormat(column.values)
  }
  const known = new Map<string, ValueFormatter>()
  return (metric) => {
    const format = known.get(metric) ?? formatOf(metric)
    known.set(metric, format)
    return (value) => (typeof value === 'number' ? format(value) : String(value))
  }
}
