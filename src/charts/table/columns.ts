import { currencyFormatter } from '#core/format/currency.ts'
import { exactDigits, numberFormatter } from '#core/format/number.ts'
import type { ValueFormatter } from '#core/format/number.ts'
import { commonTimeFormatter, grainFormatter, smartDate, timeFormatter, usualTimeFormatter } from '#core/format/time.ts'
import { holdsYears } from '#core/format/years.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import { offsetSeparator } from '#core/query/time-offsets.ts'
import { cell, isNumeric, isTemporal } from '#core/table.ts'
import type { Column, NumberColumn, Table } from '#core/table.ts'
import type { DrawContext } from '../chart.ts'
import { isHtml, wordsOfHtml } from '../shared/text/html-words.ts'
import { extentOf } from '../shared/cartesian/scale.ts'
import type { ColumnStyle } from '../shared/form/column-styles.ts'
import { wholeFormat } from '../shared/format/whole-format.ts'
import { tableMode } from './mode.ts'
import type { TableForm } from './controls.ts'

export type TableColumn = {
  /** Name in the table. */
  name: string
  /** What its head says. */
  label: string
  role: 'dimension' | 'metric' | 'percent'
  align: 'left' | 'center' | 'right'
  /** A cell's text; missing values give the empty text. */
  text: (row: number) => string
  /** The cell as HTML where its value is written so and may be shown so. */
  html?: (row: number) => string | null
  /** Bars behind numbers, from this to that value. Split bars go to both sides of zero, others all start at the left. */
  bars: { low: number; high: number; isSplit: boolean; isSigned: boolean } | null
  extent: [number, number]
  /** Least width, px. */
  width?: number
  /** Text that may be shortened. */
  words: boolean
  /** Its texts are cut at its least width. */
  isTruncated: boolean
  /** Whether a value is better or worse than the one that it is compared with. */
  tone?: (row: number) => 'good' | 'bad' | null
  sorted?: 'ascending' | 'descending'
}

const missing = ''
const plainNumber = /(^|[\s_-])(year|id|code|zip|number|no)$/i

const ownFormat = (column: Column & { values: Float64Array }, dimension: boolean, locale: string): ValueFormatter =>
  (dimension && plainNumber.test(column.name)) || holdsYears(column.name, extentOf(column.values))
    ? numberFormatter('~g', locale)
    : wholeFormat(column.values, locale)

const numberText = (
  column: Column & { values: Float64Array },
  config: ColumnStyle,
  role: TableColumn['role'],
  context: DrawContext,
): ((row: number) => string) => {
  const { locale } = context.t
  const format = config.d3NumberFormat ?? ownValue(context.formats, column.name)
  const currency = config.currencyFormat ?? ownValue(context.currencies, column.name)
  const show =
    role === 'percent' && !format
      ? numberFormatter('.1%', locale)
      : currency?.symbol
        ? currencyFormatter(currency, format, locale)
        : format
          ? numberFormatter(format, locale)
          : config.fractionDigits !== undefined
            ? numberFormatter(`,.${Math.min(20, config.fractionDigits)}~f`, locale)
            : ownFormat(column, role === 'dimension', locale)
  const small = config.d3SmallNumberFormat ? numberFormatter(config.d3SmallNumberFormat, locale) : show
  const exact = 'exact' in column ? (column.exact as (string | null)[] | undefined) : undefined
  return (row) => {
    const value = column.values[row] as number
    if (!Number.isFinite(value)) return missing
    const digits = exact?.[row]
    // Smaller numbers are rounded to the decimals of their column.
    if (digits && !Number.isSafeInteger(Math.trunc(value)) && !format && !currency?.symbol && role !== 'percent')
      return exactDigits(digits, locale)
    return Math.abs(value) < 1 && value !== 0 ? small(value) : show(value)
  }
}

const timeText = (
  column: NumberColumn,
  config: ColumnStyle,
  { form, locale }: { form: TableForm; locale: string },
): ((row: number) => string) => {
  const said = config.d3TimeFormat ?? form.table_timestamp_format
  // Raw records are not grouped by a grain that the form kept.
  const grain = tableMode(form) === 'aggregate' ? form.time_grain_sqla : null
  const show =
    said && said !== smartDate
      ? timeFormatter(said, locale)
      : grain
        ? grainFormatter(grain, locale)
        : column.type === 'date'
          ? usualTimeFormatter('%Y-%m-%d', locale)
          : commonTimeFormatter([...new Set(column.values)].filter(Number.isFinite), locale)
  return (row) => {
    const value = cell(column, row)
    return value === null ? missing : show(value)
  }
}

const plainText = (column: Column) => (row: number) => {
  const value = cell(column, row)
  return value === null ? missing : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Words of the cells, and their HTML where there is any. */
const wordTexts = (column: Column, rendersHtml: boolean): Pick<TableColumn, 'text' | 'html'> => {
  const plain = plainText(column)
  if (!rendersHtml || !Array.isArray(column.values) || !column.values.some((value) => typeof value === 'string' && isHtml(value)))
    return { text: plain }
  return {
    text: (row) => wordsOfHtml(plain(row)),
    html: (row) => (isHtml(plain(row)) ? plain(row) : null),
  }
}

const headOf = (name: string, role: TableColumn['role'], { verboseNames = {} }: DrawContext): string => {
  if (role === 'dimension') return ownValue(verboseNames, name) ?? name
  const bare = role === 'percent' ? name.slice(1) : name
  const [metric = '', ...shift] = bare.split(offsetSeparator)
  const named = ownValue(verboseNames, metric)
  const shown =
    ownValue(verboseNames, bare) ??
    (shift.length > 0 && named ? `${named}, ${shift.join(offsetSeparator)}` : bare.replace(offsetSeparator, ', '))
  return role === 'percent' ? `% ${shown}` : shown
}

const sortedBy = (form: TableForm): Map<string, 'ascending' | 'descending'> => {
  if (tableMode(form) === 'raw')
    return new Map(
      form.order_by_cols.flatMap((text) => {
        try {
          const [name, ascending] = JSON.parse(text) as [string, boolean]
          return [[name, ascending ? 'ascending' : 'descending'] as const]
        } catch {
          return []
        }
      }),
    )
  const by = form.timeseries_limit_metric
  if (by) return new Map([[metricLabel(by), form.order_desc ? 'descending' : 'ascending']])
  const first = form.metrics[0]
  return first ? new Map([[metricLabel(first), 'descending']]) : new Map()
}

/** How each value of a metric differs from that of its time shift; null where the form does not compare them. */
const readChange = (column: Column, table: Table, form: TableForm): ((row: number) => number) | null => {
  const before = form.comparison_color_enabled
    ? table.columns.find(({ name }) => name.startsWith(column.name + offsetSeparator))
    : undefined
  if (!before || !isNumeric(before) || !isNumeric(column)) return null
  return (row) => Math.sign((column.values[row] ?? Number.NaN) - (before.values[row] ?? Number.NaN)) || 0
}

/** An arrow before each value that changed, and its colour. */
const withChange = (
  text: (row: number) => string,
  change: (row: number) => number,
  form: TableForm,
): Pick<Required<TableColumn>, 'text' | 'tone'> => {
  const better = form.comparison_color_scheme === 'Red' ? -1 : 1
  return {
    text: (row) => (text(row) === missing ? missing : `${['↓ ', '', '↑ '][change(row) + 1]}${text(row)}`),
    tone: (row) => (change(row) === 0 ? null : change(row) === better ? 'good' : 'bad'),
  }
}

/** A number column's texts, with what they changed against a time shift. */
const numberTexts = (column: Column, table: Table, form: TableForm, text: (row: number) => string) => {
  const change = readChange(column, table, form)
  return change ? withChange(text, change, form) : { text }
}

/** The columns of a table chart as they are shown: heads, texts, alignment, bars. */
export const readColumns = (table: Table, form: TableForm, context: DrawContext): TableColumn[] => {
  const raw = tableMode(form) === 'raw'
  const metrics = new Set([...form.metrics, ...form.percent_metrics].map(metricLabel))
  const shown = new Set(form.metrics.map(metricLabel))
  const percent = new Set(form.percent_metrics.map((one) => `%${metricLabel(one)}`))
  const dimensions = new Set(form.groupby.map(columnLabel))
  const configs = form.column_config
  const sorted = sortedBy(form)
  const roleOf = (name: string): TableColumn['role'] => {
    if (percent.has(name)) return 'percent'
    return !raw && (metrics.has(name) || metrics.has(name.split(offsetSeparator)[0] as string)) && !dimensions.has(name)
      ? 'metric'
      : 'dimension'
  }
  return table.columns
    .filter(({ name }) => raw || !metrics.has(name) || shown.has(name))
    .map((column): TableColumn => {
      const config = ownValue(configs, column.name) ?? {}
      const role = roleOf(column.name)
      const numeric = isNumeric(column)
      const extent = numeric ? extentOf(column.values) : ([0, 0] as [number, number])
      const wants = config.showCellBars ?? (form.show_cell_bars && (role === 'metric' || (raw && sorted.has(column.name))))
      return {
        name: column.name,
        label: headOf(column.name, role, context),
        role,
        align: config.horizontalAlign ?? (numeric ? 'right' : 'left'),
        ...(numeric
          ? numberTexts(column, table, form, numberText(column, config, role, context))
          : isTemporal(column)
            ? { text: timeText(column, config, { form, locale: context.t.locale }) }
            : wordTexts(column, form.allow_render_html)),
        bars:
          numeric && wants && Number.isFinite(extent[0]) && role !== 'percent'
            ? {
                low: Math.min(0, extent[0]),
                high: Math.max(0, extent[1]),
                isSplit: extent[0] < 0 && !(config.alignPositiveNegative ?? form.align_pn),
                isSigned: config.colorPositiveNegative ?? form.color_pn,
              }
            : null,
        extent,
        ...(Number(config.columnWidth) > 0 && { width: Number(config.columnWidth) }),
        words: !numeric && !isTemporal(column),
        isTruncated: config.truncateLongCells === true,
        ...(sorted.has(column.name) && { sorted: sorted.get(column.name) as 'ascending' | 'descending' }),
      }
    })
}

/** Totals as columns of one row, where the form shows them and the answer has them. */
export const readTotals = (tables: Table[], table: Table, form: TableForm, context: DrawContext): TableColumn[] | null => {
  const totals = form.show_totals ? tables.at(-1) : undefined
  return totals && totals !== table && totals.rowCount === 1 ? readColumns(totals, form, context) : null
}
