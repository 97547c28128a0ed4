import { columnLabel } from '#core/query/labels.ts'
import type { FormData, QueryObject } from '#core/query/query-object.ts'
import { defineChart } from '../define-chart.ts'
import type { StatedForm } from '../read-form.ts'
import { oneMetricQuery } from '../shared/one-metric/query.ts'
import { oneMetricSentence } from '../shared/one-metric/sentence.ts'
import { treemapControls } from './controls.ts'
import { treemapOption } from './option.ts'

/** A row limit cuts an order, never arbitrary rows: by the dimensions, unless it is by the metric. */
const queries = (form: StatedForm<typeof treemapControls>, saved: FormData): QueryObject[] =>
  oneMetricQuery(form, saved).map((query) => {
    const columns = query.columns ?? []
    const isCutUnordered = query.row_limit && columns.length > 0 && !form.sort_by_metric
    return isCutUnordered ? { ...query, orderby: columns.map((column) => [column, true]) } : query
  })

export const treemapChart = defineChart({
  viz_type: 'treemap_v2',
  name: 'Treemap',
  description: 'Shows parts of parts as areas.',
  category: 'Part of a Whole',
  tags: ['Aesthetic', 'Categorical', 'Comparison', 'ECharts', 'Multi-Levels', 'Percentages', 'Proportional'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  icon: 'rectangles',
  series: 'treemap',
  controls: treemapControls,
  buildQuery: queries,
  option: treemapOption,
  sentence: oneMetricSentence,
  selection: (params, _, form) => {
    const path = (params.data as { path?: unknown[] } | undefined)?.path
    const names = form.groupby.map(columnLabel)
    if (!Array.isArray(path) || path.length === 0) return null
    const label = path.map((part) => String(part ?? '<NULL>')).join(', ')
    return {
      filters: path.map((value, i) => ({ col: names[i] ?? '', op: 'IN', val: [value], formattedVal: String(value ?? '<NULL>') })),
      label,
    }
  },
})
