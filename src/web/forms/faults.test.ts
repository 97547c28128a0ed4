import { describe, expect, test } from 'vitest'
import { chartPatch } from '#api/bodies/chart.ts'
import { datasetPatch } from '#api/bodies/dataset.ts'
import { CallError } from '../data/call-error.ts'
import { answerFaults, bodyFaults } from './faults.ts'

describe('errors of the schema before a body is sent', () => {
  test.each([
    ['a valid body', chartPatch, { slice_name: 'Sales' }, []],
    ['a whole number as text', chartPatch, { cache_timeout: 'soon' }, [{ path: 'cache_timeout', text: 'is expected to be an integer' }]],
    ['a long name', chartPatch, { slice_name: 'x'.repeat(251) }, [{ path: 'slice_name', text: 'At most 250 characters' }]],
    [
      'an empty name inside a list',
      datasetPatch,
      { metrics: [{ metric_name: '', expression: '1' }] },
      [{ path: 'metrics.0.metric_name', text: 'cannot be empty' }],
    ],
    [
      'a date format that is none',
      datasetPatch,
      { columns: [{ column_name: 'a', python_date_format: 'day first' }] },
      [{ path: 'columns.0.python_date_format', text: 'Invalid date/timestamp format' }],
    ],
  ])('%s', (_name, schema, body, faults) => {
    expect(bodyFaults(schema, body)).toEqual(faults)
  })
})

describe('errors of the server', () => {
  test.each([
    ['texts by field', { message: { slug: ['Must be unique'] } }, [{ path: 'slug', text: 'Must be unique' }]],
    ['several texts of one field', { message: { slug: ['Too long', 'Odd'] } }, [{ path: 'slug', text: 'Too long Odd' }]],
    [
      'texts of a field in a list',
      { message: { columns: { '1': { column_name: ['Missing data for required field.'] } } } },
      [{ path: 'columns.1.column_name', text: 'cannot be empty' }],
    ],
    [
      'texts as an object inside a list',
      { message: { json_metadata: [{ color_scheme: ['Not a valid string.'] }] } },
      [{ path: 'json_metadata.0.color_scheme', text: 'Not a valid string.' }],
    ],
    ['a sentence', { message: 'Forbidden' }, [{ path: '', text: 'Forbidden' }]],
    [
      'an error list that names fields',
      { errors: [{ message: 'One or more parameters are missing: host', extra: { missing: ['host'] } }] },
      [{ path: 'host', text: 'This is a required field' }],
    ],
    [
      'an error list with texts by field',
      { errors: [{ message: 'x', extra: { messages: { port: ['Not a valid integer.'] } } }] },
      [{ path: 'port', text: 'is expected to be an integer' }],
    ],
    ['an error list of sentences', { errors: [{ message: 'Too slow' }] }, [{ path: '', text: 'Too slow' }]],
  ])('%s', (_name, body, faults) => {
    expect(answerFaults(new CallError(422, body, 'failed'))).toEqual(faults)
  })

  test('a failed request gives a message for the whole form', () => {
    expect(answerFaults(new CallError(0, null, 'Network error.'))).toEqual([{ path: '', text: 'Network error.' }])
  })
})
