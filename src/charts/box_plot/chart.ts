import { asList } from '#core/query/read.ts'
import { AppError } from '#core/errors.ts'
import { buildQueryObject } from '#core/query/build-query-context.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { FormData, PostProcessingOperation, QueryColumn, QueryObject } from '#core/query/query-object.ts'
import type { StatedForm } from '../read-form.ts'
import { timeGrainOf } from '#core/query/extras.ts'
import { grainedColumns } from '../shared/form/grained-columns.ts'
import { columnNames, listed, metricNames } from '../shared/time-series/form/sentence.ts'
import { readBoxes } from './boxes.ts'
import { boxPlotOption } from './option.ts'
import { defineChart } from '../define-chart.ts'
import { boxPlotControls } from './controls.ts'

/** How far the whiskers reach, as the form words it. */
const whiskers = (said: string): Record<string, unknown> => {
  if (said === 'Tukey') return { whisker_type: 'tukey' }
  if (said === 'Min/max (no outliers)') return { whisker_type: 'min/max' }
  const [, low, high] = /^(\d+)\/(\d+) percentiles$/.exec(said) ?? []
  if (low === undefined || high === undefined) {
    throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', `Unsupported whisker type: ${said}`)
  }
  return { whisker_type: 'percentile', percentiles: [Number(low), Number(high)] }
}

const queries = (form: StatedForm<typeof boxPlotControls>, saved: FormData): QueryObject[] => {
  const base = buildQueryObject(saved)
  const { columns: across = [], groupby = [], metrics = [], whiskerOptions: said } = form
  const spread = across.length > 0 ? across : asList<QueryColumn>(form.granularity_sqla)
  const boxes: PostProcessingOperation[] = said
    ? [
        {
          operation: 'boxplot',
          options: {
            ...whiskers(said),
            groupby: groupby.map(columnLabel),
            metrics: metrics.map(metricLabel),
          },
        },
      ]
    : []
  return [
    {
      ...base,
      columns: [...grainedColumns(form, timeGrainOf(saved), spread), ...groupby],
      series_columns: groupby,
      post_processing: boxes,
    },
  ]
}

export const boxPlotChart = defineChart({
  viz_type: 'box_plot',
  name: 'Box Plot',
  description: 'Compares how values spread in several groups: middle, quartiles, ends.',
  category: 'Distribution',
  tags: ['ECharts', 'Range', 'Statistical'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  icon: 'candles',
  series: 'boxplot',
  controls: boxPlotControls,
  buildQuery: queries,
  option: boxPlotOption,
  sentence: (form, context) => {
    const { t } = context
    const metrics = listed(metricNames(form.metrics, context), t) || t('Nothing')
    const [across, groups] = [columnNames(form.columns, context), columnNames(form.groupby, context)]
    const spread = across.length > 0 ? t('Spread of %(metrics)s over %(columns)s', { metrics, columns: listed(across, t) }) : metrics
    return groups.length > 0 ? t('%(start)s, by %(dimensions)s', { start: spread, dimensions: listed(groups, t) }) : spread
  },
  selection: (params, tables, form) => {
    const names = form.groupby.map(columnLabel)
    const box = readBoxes(tables[0], form, params.t?.locale).find(({ name }) => name === params.name)
    if (!box || names.length === 0) return null
    return {
      filters: names.map((col, i) => ({ col, op: 'IN', val: [box.key[i] ?? null], formattedVal: String(box.key[i] ?? '<NULL>') })),
      label: box.name,
    }
  },
})
