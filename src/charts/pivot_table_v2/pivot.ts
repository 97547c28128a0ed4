import { ownValue } from '#core/encoding/own-keys.ts'
import type { Json, Table } from '#core/table.ts'
import type { DrawContext } from '../chart.ts'
import { cubeOf } from './cube.ts'
import type { Cube } from './cube.ts'
import { dimensionTexts, valueTexts } from './formats.ts'
import { settingsOf } from './settings.ts'
import type { Settings } from './settings.ts'
import type { Node } from './tree.ts'
import type { PivotForm } from './controls.ts'

export type PivotCell = { value: Json; text: string; metric: string }

export type PivotColumn = {
  /** What each level of the head says; the same text beside another is one head. */
  heads: string[]
  kind: 'leaf' | 'subtotal' | 'total'
  /** Values of the column dimensions that it stands for. */
  path: Json[]
}

export type PivotRow = {
  label: string
  /** How far its label is indented. */
  depth: number
  kind: 'group' | 'leaf' | 'subtotal' | 'total'
  path: Json[]
  /** One per column; null in a group that has no values of its own. */
  cells: (PivotCell | null)[] | null
}

export type Pivot = {
  /** Names of the row dimensions. */
  corner: string
  columns: PivotColumn[]
  rows: PivotRow[]
  /** Least and greatest value of a metric's innermost cells. */
  extents: Map<string, [number, number]>
}

type Spot = { node: Node; metric?: string }
type Column = PivotColumn & Spot

type Words = { total: string; subtotal: string; metric: (name: string) => string; dimension: (name: string) => (value: Json) => string }

const columnsOf = (cube: Cube, settings: Settings, words: Words): Column[] => {
  const { columns: names, metrics, subtotals, combined } = settings
  const named = (path: Json[]) => path.map((value, i) => words.dimension(names[i] ?? '')(value))
  const spot = (node: Node, kind: PivotColumn['kind']): Column => {
    const last = kind === 'total' ? [words.total] : kind === 'subtotal' ? [words.subtotal] : []
    const blank = Array.from({ length: names.length - node.path.length - last.length }, () => '')
    return { node, kind, path: node.path, heads: [...named(node.path), ...blank, ...last] }
  }
  const within = (node: Node): Column[] =>
    cube.sortedColumns(node).flatMap((child) => {
      if (child.path.length === names.length) return [spot(child, 'leaf')]
      const own = subtotals.columns ? [spot(child, 'subtotal')] : []
      return subtotals.columns === 'first' ? [...own, ...within(child)] : [...within(child), ...own]
    })
  const { root } = cube.columns
  const groups = names.length > 0 ? within(root) : [{ ...spot(root, 'leaf'), heads: [] }]
  const totals = settings.totals.column && names.length > 0 ? [spot(root, 'total')] : []
  if (settings.metricsOn === 'rows') return [...groups, ...totals].map((one) => (names.length > 0 ? one : { ...one, heads: [words.total] }))
  const told = metrics.length > 1 || names.length === 0
  const withMetric = (one: Column, metric: string): Column => {
    const name = told ? [words.metric(metric)] : []
    const heads =
      one.kind === 'total' && !combined && told
        ? [...one.heads.slice(1), words.total, ...name]
        : combined
          ? [...one.heads, ...name]
          : [...name, ...one.heads]
    return { ...one, metric, heads }
  }
  const all = (list: Column[]) =>
    combined
      ? list.flatMap((one) => metrics.map((metric) => withMetric(one, metric)))
      : metrics.flatMap((metric) => list.map((one) => withMetric(one, metric)))
  return [...all(groups), ...all(totals)]
}

type Cells = (node: Node, metric?: string) => PivotRow['cells']

const rowsOf = (cube: Cube, settings: Settings, words: Words, cells: Cells): PivotRow[] => {
  const { rows: names, metrics, metricsOn, combined, subtotals } = settings
  const inner = metricsOn === 'rows' && combined
  const deep = names.length
  const label = ({ path }: Node) => words.dimension(names[path.length - 1] ?? '')(path.at(-1) ?? null)
  /** A group's own values, on one row or on one for each metric. */
  const valued = (node: Node, { label: text, ...base }: Pick<PivotRow, 'label' | 'depth' | 'kind'>, metric?: string): PivotRow[] =>
    metricsOn === 'rows' && metric === undefined
      ? metrics.map((one) => {
          const named = metrics.length > 1 ? `${text} ${words.metric(one)}` : text
          return { label: named, ...base, path: node.path, cells: cells(node, one) }
        })
      : [{ label: text, ...base, path: node.path, cells: cells(node, metric) }]
  const within = (node: Node, depth: number, metric?: string): PivotRow[] =>
    cube.sortedRows(node).flatMap((child): PivotRow[] => {
      const base = { label: label(child), depth, path: child.path }
      if (child.path.length === deep) {
        if (!inner) return [{ ...base, kind: 'leaf', cells: cells(child, metric) }]
        const leaves = metrics.map((one): PivotRow => ({
          ...base,
          label: words.metric(one),
          depth: depth + 1,
          kind: 'leaf',
          cells: cells(child, one),
        }))
        return [{ ...base, kind: 'group', cells: null }, ...leaves]
      }
      const onTop = subtotals.rows === 'first' && !inner
      const below =
        subtotals.rows && !onTop ? valued(child, { label: `${words.total} ${label(child)}`, depth, kind: 'subtotal' }, metric) : []
      return [{ ...base, kind: 'group', cells: onTop ? cells(child, metric) : null }, ...within(child, depth + 1, metric), ...below]
    })
  const { root } = cube.rows
  const total = settings.totals.row && deep > 0 ? valued(root, { label: words.total, depth: 0, kind: 'total' }) : []
  if (deep === 0) {
    if (metricsOn === 'columns') return [{ label: words.total, depth: 0, kind: 'leaf', path: [], cells: cells(root) }]
    return metrics.map((metric) => ({ label: words.metric(metric), depth: 0, kind: 'leaf', path: [], cells: cells(root, metric) }))
  }
  if (metricsOn === 'columns' || inner) return [...within(root, 0), ...total]
  const around = metrics.flatMap((metric): PivotRow[] => [
    { label: words.metric(metric), depth: 0, kind: 'group', path: [], cells: subtotals.rows ? cells(root, metric) : null },
    ...within(root, 1, metric),
  ])
  return [...around, ...total]
}

/** The pivot table that the form asks for, as heads and rows of texts. */
export const readPivot = (table: Table, form: PivotForm, context: DrawContext): Pivot => {
  const settings = settingsOf(form)
  const cube = cubeOf(table, settings)
  const { verboseNames = {}, t } = context
  const words: Words = {
    total: t('Total'),
    subtotal: t('Subtotal'),
    metric: (name) => ownValue(verboseNames, name) ?? name,
    dimension: dimensionTexts(table, form, t),
  }
  const texts = valueTexts(table, settings, form, context)
  const columns = columnsOf(cube, settings, words)
  const cells: Cells = (node, metric) =>
    columns.map((column): PivotCell | null => {
      const name = column.metric ?? metric ?? ''
      const value = cube.at(node, column.node, name)
      return value === null ? null : { value, text: texts(name)(value), metric: name }
    })
  const rows = rowsOf(cube, settings, words, cells)
  const extents = new Map<string, [number, number]>()
  for (const row of rows)
    if (row.kind === 'leaf')
      row.cells?.forEach((one, i) => {
        if (!one || typeof one.value !== 'number' || columns[i]?.kind !== 'leaf') return
        const [low, high] = extents.get(one.metric) ?? [one.value, one.value]
        extents.set(one.metric, [Math.min(low, one.value), Math.max(high, one.value)])
      })
  return {
    corner: settings.rows.map((name) => ownValue(verboseNames, name) ?? name).join(', '),
    columns: columns.map(({ heads, kind, path }) => ({ heads, kind, path })),
    rows,
    extents,
  }
}
