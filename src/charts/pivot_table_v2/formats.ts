import type { Translate } from '#core/i18n/t.ts'
import { currencyFormatter } from '#core/format/currency.ts'
import { numberFormatter, smartNumber } from '#core/format/number.ts'
import type { ValueFormatter } from '#core/format/number.ts'
import { commonTimeFormatter, grainFormatter, smartDate, timeFormatter, usualTimeFormatter } from '#core/format/time.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { findColumn, isNumeric, isTemporal } from '#core/table.ts'
import type { Json, NumberColumn, Table, TimeType } from '#core/table.ts'
import type { DrawContext } from '../chart.ts'
import { wordsOfHtml } from '../shared/text/html-words.ts'
import { extentOf } from '../shared/cartesian/scale.ts'
import { wholeFormat } from '../shared/format/whole-format.ts'
import type { Settings } from './settings.ts'
import type { PivotForm } from './controls.ts'

/** How the times of a dimension are written: all of them alike, in the form that the finest one needs, unless the form or its grain asks for another. */
const timeTexts = (column: NumberColumn & { type: TimeType }, form: PivotForm, locale: string): ValueFormatter => {
  const said = form.date_format
  const grain = form.time_grain_sqla
  if (said && said !== smartDate) return timeFormatter(said, locale)
  if (grain) return grainFormatter(grain, locale)
  if (column.type === 'date') return usualTimeFormatter('%Y-%m-%d', locale)
  return commonTimeFormatter([...new Set(column.values)].filter(Number.isFinite), locale)
}

/** How the values of each dimension are written. */
export const dimensionTexts = (table: Table, form: PivotForm, t: Translate): ((name: string) => (value: Json) => string) => {
  const words = !form.allow_render_html ? String : (value: Json) => wordsOfHtml(String(value))
  const textsOf = (name: string): ((value: Json) => string) => {
    const column = findColumn(table, name)
    if (column && isTemporal(column)) {
      const show = timeTexts(column, form, t.locale)
      return (value) => (value === null ? t('blank') : show(value))
    }
    return (value) => (value === null ? t('blank') : typeof value === 'object' ? JSON.stringify(value) : words(value))
  }
  return kept(textsOf)
}

/** Asks for each name once. */
const kept = <T>(textsOf: (name: string) => T): ((name: string) => T) => {
  const known = new Map<string, T>()
  return (name) => {
    const texts = known.get(name) ?? textsOf(name)
    known.set(name, texts)
    return texts
  }
}

/** Beyond this, full digits are not read any more. */
const readable = 1e7

/** In full, great ones short. */
const ownFormat = (values: Float64Array, locale: string): ValueFormatter => {
  const [low, high] = extentOf(values)
  if (Math.max(Math.abs(low), Math.abs(high)) >= readable) return numberFormatter(smartNumber, locale)
  return wholeFormat(values, locale)
}

const wholeCounts = new Set(['Count', 'Count Unique Values'])

/** How a metric's values are written: as the form, the metric or its values ask. */
export const valueTexts = (
  table: Table,
  { aggregate, fractionOf }: Settings,
  form: PivotForm,
  { formats, currencies, t: { locale } }: DrawContext,
): ((metric: string) => (value: Json) => string) => {
  const said = form.valueFormat
  const asked = said && said !== smartNumber ? said : undefined
  const formatOf = (metric: string): ValueFormatter => {
    if (fractionOf) return numberFormatter(asked ?? '.1%', locale)
    if (wholeCounts.has(aggregate)) return numberFormatter(',d', locale)
    const format = asked ?? ownValue(formats, metric)
    const own = form.currency_format
    const currency = own?.symbol ? own : ownValue(currencies, metric)
    if (currency?.symbol) return currencyFormatter(currency, format, locale)
    const column = findColumn(table, metric)
    if (format || !column || !isNumeric(column)) return numberFormatter(format, locale)
    return ownFormat(column.values, locale)
  }
  return kept((metric) => {
    const format = formatOf(metric)
    const text = (value: Json): string => (typeof value === 'number' ? format(value) : String(value))
    return (value) => (Array.isArray(value) ? value.map(text).join(', ') : text(value))
  })
}
