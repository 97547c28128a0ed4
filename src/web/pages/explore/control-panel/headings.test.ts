import { expect, test } from 'vitest'
import type { Control, Section } from '#charts/control.ts'
import { charts } from '#charts/index.ts'
import type { FormData } from '#core/query/query-object.ts'
import { choicesOf } from '../../../controls/choice/choices.ts'
import { findHeadings } from './headings.ts'

const control = (name: string, heading?: string): Control => ({ name, type: 'text', label: name, ...(heading && { heading }) })
const section: Section = {
  label: 'Options',
  tab: 'customize',
  rows: [[control('plain')], [control('a', 'First'), control('b')], [control('c', 'Second')], [control('d', 'Third')]],
}

test.each<[string[], Record<string, string>]>([
  [['plain', 'a', 'b', 'c', 'd'], { a: 'First', c: 'Second', d: 'Third' }],
  [['plain', 'b', 'd'], { b: 'First', d: 'Third' }],
  [['plain'], {}],
])('for %j, a heading is above the first of its group', (names, headings) => {
  const shown = section.rows.flat().filter(({ name }) => names.includes(name))
  const found = [...findHeadings(section, shown)].map(([{ name }, heading]) => [name, heading])
  expect(Object.fromEntries(found)).toEqual(headings)
})

test('a grain with two wire values is offered once', () => {
  const grain = charts.flatMap((chart) => chart.controls.flatMap(({ rows }) => rows.flat())).find(({ type }) => type === 'time-grain')
  const offered = (held: string | null) => {
    const form: FormData = { viz_type: 'x', datasource: '1__table', time_grain_sqla: held }
    const time_grain_sqla: [string, string][] = [
      ['PT30M', '30 minute'],
      ['PT0.5H', '30 minute'],
      ['P3M', 'Quarter'],
      ['P0.25Y', 'Quarter'],
    ]
    const dataset = { id: 1, columns: [], metrics: [], main_dttm_col: null, time_grain_sqla }
    return grain?.type === 'time-grain' && choicesOf(grain, { form, dataset }).map(({ value }) => value)
  }
  expect(offered(null)).toEqual(['PT30M', 'P3M'])
  expect(offered('PT0.5H')).toEqual(['PT0.5H', 'P3M'])
})
