import { describe, expect, it } from 'vitest'
import { CallError } from './call-error.ts'
import { keepUnder } from './keep-under.ts'

const refused = (status: number) => () => Promise.reject(new CallError(status, '', 'no'))
const create = () => Promise.resolve({ key: 'new' })
const replace = (key: string) => Promise.resolve({ key })

describe('keeping under a key', () => {
  it('goes on with a key of one’s own', async () => {
    expect(await keepUnder('own', { replace, create })).toBe('own')
  })

  it.each([
    ['there is none', null, replace],
    ['it is another person’s', 'theirs', refused(403)],
    ['it is gone', 'old', refused(404)],
  ])('takes a new key when %s', async (_why, key, replaceIt) => {
    expect(await keepUnder(key, { replace: replaceIt, create })).toBe('new')
  })

  it('takes no new key when the server cannot be asked', async () => {
    await expect(keepUnder('own', { replace: refused(500), create })).rejects.toThrow('no')
  })
})
