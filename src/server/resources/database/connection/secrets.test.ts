import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '../../../start/config.ts'
import { openSecrets, sealSecrets } from './secrets.ts'

const uuid = '6f0d3c1e-9d0a-4c8e-8a52-0a5f3e1f7c11'
const withKey = () => ({ config: { ...readConfig([], {}), secretKey: randomBytes(32).toString('base64'), previousKeys: [] } })

test('asks to re-enter the password of a connection whose key is lost; other connections work', () => {
  const [before, after] = [withKey(), withKey()]
  const lost = sealSecrets(before, uuid, { password: 'hunter2' })
  expect(openSecrets(before, { uuid, secrets: lost })).toEqual({ password: 'hunter2' })
  expect(() => openSecrets(after, { uuid, secrets: lost })).toThrow(
    expect.objectContaining({
      type: 'CONNECTION_INVALID_PASSWORD_ERROR',
      status: 422,
      message: expect.stringContaining('Enter it again'),
    }),
  )
  const fresh = sealSecrets(after, uuid, { password: 'new' })
  expect(openSecrets(after, { uuid, secrets: fresh })).toEqual({ password: 'new' })
})
