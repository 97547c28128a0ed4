import { cell } from '#core/table.ts'
import type { Json, Table } from '#core/table.ts'
import { timeFormatter } from '#core/format/time.ts'
import { isTemporal } from '#core/table.ts'
import { readOneMetric } from '../shared/one-metric/slices.ts'
import type { DrawContext } from '../chart.ts'
import type { TreemapForm } from './controls.ts'

export type Node = { name: string; value: number; path: Json[]; children?: Node[] }

const nameOf = (value: Json, show: ((value: Json) => string) | null): string =>
  value === null ? '<NULL>' : show ? show(value) : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Rows as a tree: one level per dimension, in their order; values add up. What is below zero is part of no whole. */
export const readTree = (table: Table | undefined, form: TreemapForm, { t, onLeftOut }: Pick<DrawContext, 't' | 'onLeftOut'>): Node[] => {
  const { dimensions, metric } = readOneMetric(table, form)
  if (!table || !metric) return []
  const shows = dimensions.map((column) => (isTemporal(column) ? timeFormatter(form.date_format, t.locale) : null))
  const roots: Node[] = []
  let negative = 0
  for (let row = 0; row < table.rowCount; row += 1) {
    const value = cell(metric, row)
    if (typeof value !== 'number' || value <= 0) {
      if (Number(value) < 0) negative += 1
      continue
    }
    let level = roots
    const path: Json[] = []
    dimensions.forEach((column, depth) => {
      const key = cell(column, row)
      path.push(key)
      const name = nameOf(key, shows[depth] ?? null)
      let node = level.find((one) => one.name === name)
      if (!node) {
        node = { name, value: 0, path: [...path] }
        level.push(node)
      }
      node.value += value
      if (depth < dimensions.length - 1) level = node.children ??= []
    })
    if (dimensions.length === 0) roots.push({ name: metric.name, value, path: [] })
  }
  onLeftOut?.('negativeParts', negative)
  return roots
}
