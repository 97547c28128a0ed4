import { buildQueryObject } from '#core/query/build-query-context.ts'
import { columnLabel } from '#core/query/labels.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { columnNames, listed, metricNames } from '../shared/time-series/form/sentence.ts'
import { radarOption, readRings } from './option.ts'
import { defineChart } from '../define-chart.ts'
import { radarControls } from './controls.ts'
import type { StatedForm } from '../read-form.ts'
import { sortMetricOf } from '../shared/form/controls.ts'
import type { FormData } from '#core/query/query-object.ts'

/** What orders the query, without a control of its own. */
const held = [sortMetricOf('series_limit_metric')] as const

const queries = (form: StatedForm<typeof held>, saved: FormData): QueryObject[] => {
  const base = buildQueryObject(saved)
  const by = form.series_limit_metric ?? base.metrics?.[0]
  return [{ ...base, orderby: by ? [[by, false]] : [] }]
}

export const radarChart = defineChart({
  viz_type: 'radar',
  name: 'Radar Chart',
  description: 'Compares the profiles of few groups over several measures.',
  category: 'Ranking',
  tags: ['Business', 'Comparison', 'Coordinates', 'Multi-Variables', 'Report', 'Web', 'ECharts'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  icon: 'web',
  series: 'radar',
  controls: radarControls,
  held,
  buildQuery: queries,
  option: radarOption,
  sentence: (form, context) => {
    const { t } = context
    const metrics = listed(metricNames(form.metrics, context), t) || t('Nothing')
    const dimensions = columnNames(form.groupby, context)
    return dimensions.length > 0 ? t('%(metrics)s by %(dimensions)s', { metrics, dimensions: listed(dimensions, t) }) : metrics
  },
  selection: (params, tables, form) => {
    const names = form.groupby.map(columnLabel)
    const ring = readRings(tables[0], form, params.t?.locale).find(({ name }) => name === params.name)
    if (!ring || names.length === 0) return null
    return {
      filters: names.map((col, i) => ({ col, op: 'IN', val: [ring.key[i] ?? null], formattedVal: String(ring.key[i] ?? '<NULL>') })),
      label: ring.name,
    }
  },
})
