import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { dashboardMetadata } from '#api/bodies/dashboard-metadata.ts'
import { faultSpan } from '../../../../ui/code/faults.ts'
import { completeMetadata } from './complete-metadata.ts'
import { settings } from './metadata-keys.ts'
import { metadataFaults } from './properties-form.ts'

test.each<[string, string, string[]]>([
  ['{}', '', []],
  ['{"refresh_frequency": 30, "kept": 1}', '', []],
  ['{', '{', ['JSON not valid: line 1, column 2']],
  ['{"a": 1,\n  "b" 2\n}', '2', ['JSON not valid: line 2, column 7']],
  ['{"a": [1, 2\n\n', '2', ['JSON not valid: line 3, column 1']],
  ['', '', ['JSON not valid: line 1, column 1']],
  ['[1]', '[1]', ['JSON not valid']],
  ['null', 'null', ['JSON not valid']],
  ['{"stagger_time": 5,\n "refresh_frequency": "x"}', '"refresh_frequency"', ['refresh_frequency: is expected to be an integer']],
  ['{"label_colors": [], "mine": 1}', '"mine"', ['mine: Unknown setting', 'label_colors: Not a valid mapping type.']],
])('of %j, %j is marked: %j', (text, marked, messages) => {
  const faults = metadataFaults(text, { kept: 1 })
  expect(faults.map(({ message }) => message)).toEqual(messages)
  const doc = EditorState.create({ doc: text }).doc
  const [first] = faults
  const span = first && faultSpan(doc, first)
  expect(span ? doc.sliceString(span.from, span.to) : '').toBe(marked)
})

test('every setting that is sent can be completed', () => {
  const known = Object.keys(dashboardMetadata.shape).filter((name) => name !== 'positions')
  expect(Object.keys(settings).toSorted()).toEqual(known.toSorted())
  for (const [name, { start }] of Object.entries(settings))
    expect(dashboardMetadata.safeParse(JSON.parse(`{"${name}": ${start}}`)).error, name).toBeUndefined()
})

/** The text after the first offer that contains `wanted` is taken at the bar; null where nothing is offered. */
const completed = (text: string, wanted = '', explicit = false): string | null => {
  const pos = text.indexOf('|')
  const doc = text.replace('|', '')
  const result = completeMetadata({ state: EditorState.create({ doc }), pos, explicit })
  const option = result?.options.find(({ label }) => label.includes(wanted))
  if (!result || !option) return null
  return doc.slice(0, result.from) + String(option.apply ?? option.label) + doc.slice(result.to ?? pos)
}

test.each<[string, string, string | null]>([
  ['{"refr|"}', 'refresh_frequency', '{"refresh_frequency": 0}'],
  ['{refr|', 'refresh_frequency', '{"refresh_frequency": 0'],
  ['{"sta|": 5}', 'stagger_time', '{"stagger_time": 5}'],
  ['{"stagger_time": 1, "sta|"}', 'stagger_time', null],
  ['{"stagger_refresh": f|}', 'false', '{"stagger_refresh": false}'],
  ['{"filter_bar_orientation": "H|"}', 'HORIZONTAL', '{"filter_bar_orientation": "HORIZONTAL"}'],
  ['{"color_scheme": "chart|"}', 'chartroom', '{"color_scheme": "chartroom"}'],
  ['{"refresh_frequency": 3|}', '', null],
  ['{"label_colors": {"re|"}}', '', null],
  ['{"a": "b" |', '', null],
])('at the bar in %s, %j gives %j', (text, wanted, expected) => expect(completed(text, wanted)).toBe(expected))

test('names are offered on request where nothing is typed yet', () => {
  expect(completed('{|}', 'refresh', true)).toBe('{"refresh_frequency": 0}')
  expect(completed('{|}', 'refresh')).toBeNull()
})
