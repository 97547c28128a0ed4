import { expect, test } from 'vitest'
import { CallError, readErrorMessage } from './call-error.ts'

test.each([
  [
    'errors',
    { errors: [{ message: 'No such table', error_type: 'TABLE_DOES_NOT_EXIST_ERROR' }, { message: 'Twice' }] },
    'No such table\nTwice',
  ],
  ['message', { message: 'Not found' }, 'Not found'],
  ['fields', { message: { slug: ['Must be unique'], owners: { 0: ['Not a number'] } } }, 'Must be unique Not a number'],
  [
    'errors with fields',
    { errors: [{ message: 'Refused', extra: { messages: { columns: { 0: { expression: ['Missing data'] } } } } }] },
    'Missing data',
  ],
  ['list', { message: ['JSON not valid'] }, 'JSON not valid'],
  ['jwt', { msg: 'Missing Authorization Header' }, 'Missing Authorization Header'],
  ['legacy', { error: 'Datasource does not exist' }, 'Datasource does not exist'],
  ['query', { result: [{ error: 'division by zero' }] }, 'division by zero'],
  ['nothing', null, ''],
  ['text', '<html>', ''],
])('reads the message of an error body: %s', (_kind, body, text) => {
  expect(readErrorMessage(body)).toBe(text)
})

test('messages per field are kept, and a body without a message gets the fallback', () => {
  expect(new CallError(422, { message: { slug: ['Must be unique'] } }, 'x').fields).toEqual({ slug: ['Must be unique'] })
  const typed = { errors: [{ message: 'Refused', extra: { messages: { sql: ['Not a text'] } } }] }
  expect(new CallError(422, typed, 'x').fields).toEqual({ sql: ['Not a text'] })
  expect(new CallError(502, '<html>', 'Bad gateway').message).toBe('Bad gateway')
})
