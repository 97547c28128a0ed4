import { expect, test } from 'vitest'
import { t } from '#core/i18n/t.ts'
import { annotationFaults, newAnnotation, withKind, withOverride } from './annotation.ts'

const parses = (text: string) => text !== 'x +'
const named = { ...newAnnotation(), name: 'a' }
const event = withKind(named, 'EVENT')

test.each([
  [newAnnotation(), { name: 'Mandatory', value: 'Mandatory' }],
  [{ ...named, value: 'x +' }, { value: 'Bad formula.' }],
  [{ ...named, value: '2 * x' }, {}],
  [{ ...named, name: 'taken', value: 'x' }, { name: 'Another layer has this name.' }],
  [{ ...event, value: 3 }, {}],
  [{ ...event, sourceType: 'table', value: 3 }, { timeColumn: 'Mandatory' }],
  [{ ...withKind(named, 'INTERVAL'), sourceType: 'table', value: 3, timeColumn: 'a' }, { intervalEndColumn: 'Mandatory' }],
])('%j is refused with %j', (layer, faults) => expect(annotationFaults(layer, { parses, takenNames: ['taken'], t })).toEqual(faults))

test('another annotation kind starts with its first source', () => {
  expect(event).toMatchObject({ sourceType: 'NATIVE', value: '' })
  expect(withKind(event, 'FORMULA').sourceType).toBe('')
})

test('an override is set, emptied to that of the annotated chart, and taken back', () => {
  const layer = { ...event, overrides: { time_shift: '1 year' } }
  expect(withOverride(layer, 'time_range', null)).toEqual({ overrides: { time_shift: '1 year', time_range: null } })
  expect(withOverride(layer, 'time_shift', undefined)).toEqual({ overrides: {} })
})
