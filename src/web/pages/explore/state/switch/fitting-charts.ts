import type { Chart } from '#charts/chart.ts'
import { asList } from '#core/query/read.ts'
import type { FormData, QueryColumn } from '#core/query/query-object.ts'
import type { Translate } from '#core/i18n/t.ts'
import { findColumn } from '../choose-fields.ts'
import type { Source } from '../choose-fields.ts'
import { dataKind } from '../../../../controls/field/kind.ts'
import { validate } from '../form.ts'
import { emptyMemory } from './memory.ts'
import type { Memory } from './memory.ts'
import { chosenFields, switchViz } from './switch-viz.ts'

type Options = Source & { memory: Memory; from: Chart | null; t: Translate }

/** Lines connect neighbours, so their axis needs an order: texts have none. */
const hasOrderedAxis = (form: FormData, chart: Chart, { dataset }: Source): boolean => {
  if (chart.series !== 'line') return true
  const [axis] = asList<QueryColumn>(form['x_axis'])
  const column = findColumn(axis, dataset)
  return !column || dataKind(column) === 'time' || dataKind(column) === 'number'
}

const isSameSet = (a: string[], b: string[]): boolean => a.length === b.length && a.every((one) => b.includes(one))

/** The types that show every chosen field, need no other, and suit the types of the fields. */
export const fittingCharts = (charts: readonly Chart[], form: FormData, { memory, from, t, ...source }: Options): Chart[] => {
  const { metrics, columns } = chosenFields(form, memory)
  if (metrics.length + columns.length === 0) return []
  return charts.filter((chart) => {
    const next = chart.viz_type === form.viz_type ? { form, memory } : switchViz(form, chart, { ...source, memory, from })
    const shown = chosenFields(next.form, emptyMemory)
    return (
      isSameSet(metrics, shown.metrics) &&
      isSameSet(columns, shown.columns) &&
      hasOrderedAxis(next.form, chart, source) &&
      Object.keys(validate(next.form, chart, { dataset: source.dataset, t })).length === 0
    )
  })
}
