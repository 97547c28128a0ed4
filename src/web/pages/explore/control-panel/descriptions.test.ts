import { expect, test } from 'vitest'
import { charts } from '#charts/index.ts'
import { describedNames, descriptionOf } from './descriptions.ts'

const names = new Set(charts.flatMap((chart) => chart.controls.flatMap(({ rows }) => rows.flat().map(({ name }) => name))))

test('every description is of a control that a chart has', () => {
  expect(describedNames.filter((name) => !names.has(name))).toEqual([])
})

test.each([
  ['rolling_type_b', 'rolling_type'],
  ['opacityB', 'opacity'],
  ['metrics_b', 'metrics'],
])('%s is described as %s', (second, first) => {
  expect(names.has(second)).toBe(true)
  expect(descriptionOf(second)).toBe(descriptionOf(first))
})
