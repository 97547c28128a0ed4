import { expect, test } from 'vitest'
import { notesOf } from './notes.ts'

test.each([
  [null, { is_certified: false }],
  ['no JSON', { is_certified: false }],
  ['{"certification": "Kim"}', { is_certified: false }],
  [
    '{"certification": {"certified_by": "Kim", "details": "audited"}, "warning_markdown": "Late"}',
    { is_certified: true, certified_by: 'Kim', certification_details: 'audited', warning_markdown: 'Late' },
  ],
])('the notes of extra %s', (extra, notes) => {
  expect(notesOf(extra)).toEqual(notes)
})
