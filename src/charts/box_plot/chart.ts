import { AppError } from '#core/errors.ts'
import { buildQueryObject } from '#core/query/build-query-context.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { FormData, PostProcessingOperation, QueryColumn, QueryMetric, QueryObject } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import type { Chart } from '../chart.ts'
import * as shared from '../shared/controls.ts'
import { choices, isNonEmpty, select } from '../shared/controls.ts'
import { grainedColumns } from '../shared/grained-columns.ts'
import { titles } from '../shared/time-series/controls.ts'
import { columnNames, listed, metricNames } from '../shared/time-series/sentence.ts'
import { readBoxes } from './boxes.ts'
import { boxPlotOption } from './option.ts'

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

const queries = (form: FormData): QueryObject[] => {
  const base = buildQueryObject(form)
  const across = asList<QueryColumn>(form['columns'])
  const groupby = asList<QueryColumn>(form['groupby'])
  const spread = across.length > 0 ? across : asList<QueryColumn>(form['granularity_sqla'])
  const said = form['whiskerOptions'] as string | undefined
  const boxes: PostProcessingOperation[] = said
    ? [
        {
          operation: 'boxplot',
          options: {
            ...whiskers(said),
            groupby: groupby.map(columnLabel),
            metrics: asList<QueryMetric>(form['metrics']).map(metricLabel),
          },
        },
      ]
    : []
  return [{ ...base, columns: [...grainedColumns(form, spread), ...groupby], series_columns: groupby, post_processing: boxes }]
}

export const boxPlotChart: Chart = {
  viz_type: 'box_plot',
  name: 'Box Plot',
  description: 'Compares how values spread in several groups: middle, quartiles, ends.',
  category: 'Distribution',
  tags: ['ECharts', 'Range', 'Statistical'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  controls: [
    {
      label: 'Query',
      tab: 'data',
      open: true,
      rows: [
        [{ name: 'columns', type: 'columns', label: 'Distribute across', default: [], required: true, validate: isNonEmpty }],
        [shared.timeGrainOf('columns')],
        [shared.temporalColumns],
        [shared.groupby],
        [shared.metrics],
        [shared.adhocFilters],
        [shared.seriesLimit('series_limit')],
        [shared.sortMetric('series_limit_metric')],
        [shared.rowLimit],
        [
          select('whiskerOptions', 'Whisker/outlier options', 'Tukey', {
            freeForm: true,
            choices: choices('Tukey', 'Min/max (no outliers)', '2/98 percentiles', '9/91 percentiles'),
          }),
        ],
      ],
    },
    titles,
    {
      label: 'Chart options',
      tab: 'customize',
      open: true,
      rows: [
        [shared.colorScheme],
        [shared.numberFormat('number_format', 'Number format')],
        [shared.timeFormat('date_format', 'Date format')],
        /** Boxes lie, so that names need no layout, and all of them are shown. */
        [{ name: 'x_ticks_layout', type: 'hidden', label: '', default: 'auto' }],
        [{ name: 'zoomable', type: 'hidden', label: '', default: false }],
      ],
    },
  ],
  buildQuery: queries,
  option: boxPlotOption,
  sentence: (form, context) => {
    const { t } = context
    const metrics = listed(metricNames(form['metrics'], context), t) || t('Nothing')
    const [across, groups] = [columnNames(form['columns'], context), columnNames(form['groupby'], context)]
    const spread = across.length > 0 ? t('Spread of %(metrics)s over %(columns)s', { metrics, columns: listed(across, t) }) : metrics
    return groups.length > 0 ? t('%(start)s, by %(dimensions)s', { start: spread, dimensions: listed(groups, t) }) : spread
  },
  selection: (params, tables, form) => {
    const names = asList<QueryColumn>(form['groupby']).map(columnLabel)
    const box = readBoxes(tables[0], form, params.t?.locale).find(({ name }) => name === params.name)
    if (!box || names.length === 0) return null
    return {
      filters: names.map((col, i) => ({ col, op: 'IN', val: [box.key[i] ?? null], formattedVal: String(box.key[i] ?? '<NULL>') })),
      label: box.name,
    }
  },
}
