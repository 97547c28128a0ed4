import { expect, test } from 'vitest'
import { uploadSchemas, filterUploadSchemas } from './upload-schemas.ts'

const named = (schemas: unknown) => JSON.stringify({ schemas_allowed_for_file_upload: schemas })

test.each<[string, string | null, 0 | 1, string[]]>([
  ['no uploads', named(['main']), 0, []],
  ['none named', null, 1, ['Main', 'other']],
  ['an empty list', named([]), 1, ['Main', 'other']],
  ['one named, in another case', named(['MAIN']), 1, ['Main']],
  ['another one', named(['third']), 1, []],
  ['what is no list', named('main'), 1, ['Main', 'other']],
  ['what is no name', named([1, null, 'other']), 1, ['other']],
])('%s', (_name, extra, allow_file_upload, expected) => {
  expect(filterUploadSchemas({ extra, allow_file_upload }, ['Main', 'other'])).toEqual(expected)
})

test('returns the names as they were written', () => {
  expect(uploadSchemas({ extra: named(['MAIN', 'x']) })).toEqual(['MAIN', 'x'])
})
