import { buildQueryObject } from '#core/query/build-query-context.ts'
import { columnLabel } from '#core/query/labels.ts'
import type { FormData, QueryColumn, QueryMetric, QueryObject } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import type { Chart } from '../chart.ts'
import * as shared from '../shared/controls.ts'
import { checkbox, drawnRows, select } from '../shared/controls.ts'
import { columnNames, listed, metricNames } from '../shared/time-series/sentence.ts'
import { radarOption, readRings } from './option.ts'

const queries = (form: FormData): QueryObject[] => {
  const base = buildQueryObject(form)
  const by = (form['series_limit_metric'] as QueryMetric | undefined) ?? base.metrics?.[0]
  return [{ ...base, orderby: by ? [[by, false]] : [] }]
}

const positions: [string, string][] = [
  ['top', 'Top'],
  ['left', 'Left'],
  ['right', 'Right'],
  ['bottom', 'Bottom'],
  ['inside', 'Inside'],
  ['insideLeft', 'Inside left'],
  ['insideRight', 'Inside right'],
  ['insideTop', 'Inside top'],
  ['insideBottom', 'Inside bottom'],
  ['insideTopLeft', 'Inside top left'],
  ['insideBottomLeft', 'Inside bottom left'],
  ['insideTopRight', 'Inside top right'],
  ['insideBottomRight', 'Inside bottom right'],
]

export const radarChart: Chart = {
  viz_type: 'radar',
  name: 'Radar Chart',
  description: 'Compares the profiles of few groups over several measures.',
  category: 'Ranking',
  tags: ['Business', 'Comparison', 'Coordinates', 'Multi-Variables', 'Report', 'Web', 'ECharts'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  controls: [
    {
      label: 'Query',
      tab: 'data',
      open: true,
      rows: [
        [{ ...shared.groupby, wanted: 1 }],
        [{ ...shared.metrics, wanted: 3 }],
        [shared.sortMetric()],
        [shared.adhocFilters],
        [shared.rowLimitOf(10)],
      ],
    },
    {
      label: 'Chart options',
      tab: 'customize',
      open: true,
      rows: [
        [shared.colorScheme],
        ...shared.legend,
        ...drawnRows(
          checkbox('show_labels', 'Show labels', true, { heading: 'Labels' }),
          select('label_type', 'Label type', 'value', {
            choices: [
              { value: 'value', label: 'Value' },
              { value: 'key_value', label: 'Category and value' },
            ],
          }),
          select('label_position', 'Label position', 'top', { choices: positions.map(([value, label]) => ({ value, label })) }),
        ),
        [shared.numberFormat('number_format', 'Number format')],
        [shared.timeFormat('date_format', 'Date format')],
        ...drawnRows(
          { name: 'column_config', type: 'column-config', label: 'Customize metrics', heading: 'Radar' },
          checkbox('is_circle', 'Circle radar shape', false),
        ),
      ],
    },
  ],
  buildQuery: queries,
  option: radarOption,
  sentence: (form, context) => {
    const { t } = context
    const metrics = listed(metricNames(form['metrics'], context), t) || t('Nothing')
    const dimensions = columnNames(form['groupby'], context)
    return dimensions.length > 0 ? t('%(metrics)s by %(dimensions)s', { metrics, dimensions: listed(dimensions, t) }) : metrics
  },
  selection: (params, tables, form) => {
    const names = asList<QueryColumn>(form['groupby']).map(columnLabel)
    const ring = readRings(tables[0], form, params.t?.locale).find(({ name }) => name === params.name)
    if (!ring || names.length === 0) return null
    return {
      filters: names.map((col, i) => ({ col, op: 'IN', val: [ring.key[i] ?? null], formattedVal: String(ring.key[i] ?? '<NULL>') })),
      label: ring.name,
    }
  },
}
