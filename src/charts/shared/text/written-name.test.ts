import { expect, test } from 'vitest'
import type { FormData } from '#core/query/query-object.ts'
import { fromRows } from '#core/table.ts'
import { findChart } from '../../index.ts'
import { pivotStill } from '../../pivot_table_v2/draw.ts'
import { testContext } from '../fixtures/test-context.ts'
import { tooltipHtml } from '../look/tooltip.ts'

/** Every text that a picture writes by itself: its data, and what its formatters make of a name. */
const written = (value: unknown, name: string): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'formatter' && typeof inner === 'function') {
      try {
        return [String(inner(name, 0))]
      } catch {
        return []
      }
    }
    return written(inner, name)
  })
}

const rows = fromRows(
  ['kind', 'other', 'count'],
  [1, 1, 0],
  [
    { kind: null, other: 'x', count: 3 },
    { kind: 'a', other: null, count: 5 },
  ],
)
const form = (vizType: string, more: Record<string, unknown>): FormData => ({ viz_type: vizType, datasource: '1__table', ...more })

test.each<[string, Record<string, unknown>]>([
  ['echarts_timeseries_bar', { x_axis: 'kind', metrics: ['count'] }],
  ['echarts_timeseries_bar', { x_axis: 'kind', metrics: ['count'], orientation: 'horizontal' }],
  ['waterfall', { x_axis: 'kind', metric: 'count' }],
  ['heatmap_v2', { x_axis: 'kind', groupby: 'other', metric: 'count' }],
  ['radar', { groupby: ['kind'], metrics: ['count'] }],
])('%s writes what has no value in words', (vizType, more) => {
  const option = findChart(vizType)?.option?.([rows], form(vizType, more), testContext({ width: 800, height: 500 }))
  const texts = written(option, '<NULL>').join('\n')
  expect(texts).toContain('blank')
  expect(texts).not.toContain('<NULL>')
})

test('so do a pivot table and tooltips', () => {
  const pivot = form('pivot_table_v2', { groupbyRows: ['kind'], groupbyColumns: ['other'], metrics: ['count'] })
  expect(pivotStill([rows], pivot, testContext())).toContain('>blank<')
  expect(tooltipHtml('<NULL>', [{ name: 'count, <NULL>', value: '3', amount: 3 }], testContext())).not.toContain('NULL')
})
