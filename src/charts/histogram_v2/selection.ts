import { numberFormatter, type ValueFormatter } from '#core/format/number.ts'
import { holdsYears } from '#core/format/years.ts'
import type { MarkFilter } from '#core/query/drill/mark-filter.ts'
import { columnLabel } from '#core/query/labels.ts'
import type { Table } from '#core/table.ts'
import type { ClickedItem, Selection } from '../chart.ts'
import { valueCondition } from '../shared/form/mark-condition.ts'
import { ownFormat } from '../shared/format/figure-format.ts'
import { readBins, type Bin, type Group } from './bins.ts'
import type { HistogramForm } from './controls.ts'

type Format = { form: HistogramForm; locale: string | undefined }

/** How the edges of the bins are written. */
export const edgeFormat = (
  bins: readonly Bin[],
  { form, locale }: Format,
  column = form.column ? columnLabel(form.column) : '',
): ValueFormatter => {
  const years = holdsYears(column, [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 0])
  return numberFormatter(ownFormat(form.x_axis_format) ?? (years ? '.0f' : undefined), locale)
}

/** The series id of a group. */
export const seriesIdOf = ({ name }: Pick<Group, 'name'>): string => name || 'bins'

type Bar = { bins: readonly Bin[]; at: number; group: Pick<Group, 'name'> }

/** `6.5 – 7`; a cumulative bar starts at the first bin. */
export const barLabel = ({ bins, at, group }: Bar, format: Format): string => {
  const edge = edgeFormat(bins, format)
  const from = bins[format.form.cumulative ? 0 : at]?.from ?? 0
  return [group.name, `${edge(from)} – ${edge(bins[at]?.to ?? 0)}`].filter(Boolean).join(', ')
}

/** A bar stands for the range of its bin, and for the dimensions of its group. */
export const histogramSelection = (params: ClickedItem, [table]: Table[], form: HistogramForm): Selection | null => {
  const { bins, groups } = readBins(table, form)
  const at = params.dataIndex ?? -1
  const bin = bins[at]
  const group = groups.find((one) => seriesIdOf(one) === params.seriesId)
  if (!bin || !group || !form.column) return null
  const col = columnLabel(form.column)
  const format = { form, locale: params.t?.locale }
  const edge = edgeFormat(bins, format)
  const { from } = form.cumulative ? (bins[0] ?? bin) : bin
  const range: MarkFilter[] = [
    { col, op: '>=', val: from, formattedVal: edge(from) },
    // The last bin holds its upper edge.
    { col, op: at === bins.length - 1 ? '<=' : '<', val: bin.to, formattedVal: edge(bin.to) },
  ]
  const dimensions = form.groupby.map((column, i) => {
    const key = group.keys[i] ?? null
    return valueCondition(columnLabel(column), key, String(key ?? '<NULL>'))
  })
  return { filters: [...range, ...dimensions], label: barLabel({ bins, at, group }, format) }
}
