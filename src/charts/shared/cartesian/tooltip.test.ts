import { expect, test } from 'vitest'
import { testContext } from '../fixtures/test-context.ts'
import { axisTooltip } from './tooltip.ts'
import type { TooltipOptions } from './tooltip.ts'

const format = (value: unknown) => `${String(value)} t`
const one = (id: string, values: (number | null)[]) => ({ id, name: `Series ${id}`, color: '#112233', values, format })
const series = [one('a', [1, 4, -2]), one('b', [3, null, 2]), one('c', [2, 6, 1])]

const textIn = (html: string) => html.replaceAll(/<[^>]*>/g, ' ')

const said = (given: unknown, rest: Partial<TooltipOptions> = {}): string[] => {
  const { formatter } = axisTooltip({ titleAt: (row) => `Row ${row}`, series, ...rest }, testContext()) as {
    formatter: (points: unknown) => string
  }
  return textIn(formatter(given)).match(/Row \d|Series \w|Total|-?\d+ t|\d+%|Event/g) ?? []
}

const at = (row: number) => ['a', 'b', 'c'].map((seriesId) => ({ seriesId, dataIndex: row }))
const whole = { shares: true, total: true }

test.each<[string, unknown, Partial<TooltipOptions>, string[]]>([
  ['sorted by value', at(0), {}, ['Row 0', 'Series b', '3 t', 'Series c', '2 t', 'Series a', '1 t']],
  ['in the order of the series', at(0), { isSorted: false }, ['Row 0', 'Series a', '1 t', 'Series b', '3 t', 'Series c', '2 t']],
  ['without what is missing', at(1), {}, ['Row 1', 'Series c', '6 t', 'Series a', '4 t']],
  ['with shares and total of a whole', at(1), { whole }, ['Row 1', 'Series c', '6 t', '60%', 'Series a', '4 t', '40%', 'Total', '10 t']],
  ['without shares where a part is negative', at(2), { whole }, ['Row 2', 'Series b', '2 t', 'Series c', '1 t', 'Series a', '-2 t']],
  ['of the one that is pointed at', { seriesId: 'b', dataIndex: 2 }, { trigger: 'item' }, ['Row 2', 'Series b', '2 t']],
  ['of a mark that is no series', [{ seriesId: 'annotation', dataIndex: 0, name: 'Event' }], {}, ['Event']],
  ['of nothing', [], {}, []],
])('a tooltip %s', (_, points, rest, expected) => {
  expect(said(points, rest)).toEqual(expected)
})
