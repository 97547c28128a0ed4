import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { drawingParts } from './drawing-parts.ts'
import { charts, findChart } from './index.ts'

it.each([
  ['echarts_timeseries_bar', { show_legend: true }, ['bar', 'legend']],
  ['echarts_timeseries_line', { show_legend: false }, ['line']],
  ['pie', { show_legend: true }, ['pie', 'legend', 'label-layout']],
  ['pie', { show_total: true }, ['pie', 'label-layout', 'graphic']],
  ['funnel', {}, ['funnel', 'graphic']],
  ['table', { show_legend: true }, []],
  ['big_number_total', {}, []],
])('%s with %j is drawn with %j', (vizType, form, parts) => {
  const chart = findChart(vizType)
  expect(chart && drawingParts(chart, form)).toEqual(parts)
})

it('each part is a module', () => {
  for (const chart of charts)
    for (const part of drawingParts(chart, { show_legend: true, show_total: true }))
      expect(existsSync(join(import.meta.dirname, `../web/frame/echarts/families/${part}.ts`)), part).toBe(true)
})
