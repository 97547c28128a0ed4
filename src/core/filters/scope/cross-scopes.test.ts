import { expect, test } from 'vitest'
import { readLayout } from '../../layout/wire/read.ts'
import { newOwnScope, readCrossScopes, writeCrossScopes } from './cross-scopes.ts'

const chart = (chartId: number) => ({ type: 'CHART', children: [], meta: { chartId, width: 4, height: 20 } })
const layout = readLayout({
  ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', children: ['R1'] },
  R1: { type: 'ROW', children: ['C1', 'C2', 'C3'] },
  C1: chart(1),
  C2: chart(2),
  C3: chart(3),
})
const whole = { rootPath: ['ROOT_ID'], excluded: [] }
const withoutThird = { rootPath: ['ROOT_ID'], excluded: [3] }

test('a dashboard without configuration has one scope for all charts', () => {
  expect(readCrossScopes(layout, {})).toEqual({ global: whole, own: {} })
})

test('own scopes are written beside the global one, with the charts that each reaches, and are read back', () => {
  const scopes = { global: withoutThird, own: { 2: { rootPath: ['ROOT_ID'], excluded: [2] } } }
  const written = writeCrossScopes(layout, {}, scopes)
  expect(written).toEqual({
    chart_configuration: {
      1: { id: 1, crossFilters: { scope: 'global', chartsInScope: [2] } },
      2: { id: 2, crossFilters: { scope: { rootPath: ['ROOT_ID'], excluded: [2] }, chartsInScope: [1, 3] } },
      3: { id: 3, crossFilters: { scope: 'global', chartsInScope: [1, 2] } },
    },
    global_chart_configuration: { scope: withoutThird, chartsInScope: [1, 2] },
  })
  expect(readCrossScopes(layout, written)).toEqual(scopes)
  const { chart_configuration } = writeCrossScopes(layout, written, { ...scopes, own: {} })
  expect(chart_configuration['2']?.crossFilters).toEqual({ scope: 'global', chartsInScope: [1] })
})

test('a new own scope is the global one without the chart', () => {
  expect(newOwnScope({ global: withoutThird, own: {} }, 1)).toEqual({ rootPath: ['ROOT_ID'], excluded: [3, 1] })
})
