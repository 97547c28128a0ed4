import { describe, expect, it } from 'vitest'
import { CallError } from '../call-error.ts'
import { replaceOrCreate } from './replace-or-create.ts'

const refused = (status: number) => () => Promise.reject(new CallError(status, '', 'no'))
const create = () => Promise.resolve({ key: 'new' })
const replace = (key: string) => Promise.resolve({ key })

describe('replaceOrCreate', () => {
  it('keeps a key that can be replaced', async () => {
    expect(await replaceOrCreate('own', { replace, create })).toBe('own')
  })

  it.each([
    ['there is none', null, replace],
    ['it belongs to someone else', 'theirs', refused(403)],
    ['it is gone', 'old', refused(404)],
  ])('creates a new key when %s', async (_why, key, replaceIt) => {
    expect(await replaceOrCreate(key, { replace: replaceIt, create })).toBe('new')
  })

  it('creates no new key when the server fails', async () => {
    await expect(replaceOrCreate('own', { replace: refused(500), create })).rejects.toThrow('no')
  })
})
