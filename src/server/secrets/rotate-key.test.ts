import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareDataDir, readConfig, type Config } from '../start/config.ts'
import { openDb } from '../db/open.ts'
import { openSecrets, sealSecrets } from '../resources/database/connection/secrets.ts'
import { rotateKey } from './rotate-key.ts'
import { createKeyRing } from './secrets.ts'

let dataDir: string
let config: Config
const configNow = () => prepareDataDir(readConfig(['--data', dataDir], {}), {})
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'chartroom-rotate-'))
  config = configNow()
})
afterAll(() => rmSync(dataDir, { recursive: true }))

it('encrypts connections with the new key, and skips one whose key is lost', async () => {
  const db = await openDb(config)
  const lost = createKeyRing(['bG9zdC1rZXktMDEyMzQ1Njc4OWFiY2RlZmdoaWprbG0=']).seal('{"password":"x"}', 'databases/u2/secrets')
  const kept = sealSecrets({ config }, 'u1', { password: 'pa55' })
  const shared = { created_on: '', changed_on: '', created_by_fk: null, changed_by_fk: null, deleted_at: null }
  const empty = { force_ctas_schema: null, cache_timeout: null, extra: null, server_cert: null, external_url: null }
  const texts = { sqlalchemy_uri: '', engine: '', configuration_method: '' }
  for (const [uuid, secrets] of [
    ['u1', kept],
    ['u2', lost],
  ] as const) {
    await db
      .insertInto('databases')
      .values({ ...shared, ...empty, ...texts, database_name: uuid, uuid, secrets })
      .execute()
  }
  await db.destroy()

  expect(await rotateKey(config, {})).toBe(1)

  const rotated = configNow()
  expect(rotated.previousKeys).toEqual([config.secretKey])
  const after = await openDb(rotated)
  const rows = await after.selectFrom('databases').select(['id', 'uuid', 'secrets']).orderBy('id').execute()
  await after.destroy()
  const [first, second] = rows
  expect(first?.secrets).not.toBe(kept)
  expect(openSecrets({ config: { ...rotated, previousKeys: [] } }, { uuid: 'u1', secrets: first?.secrets ?? null })).toEqual({
    password: 'pa55',
  })
  expect(second?.secrets).toBe(lost)
  expect(() => openSecrets({ config: rotated }, { uuid: 'u2', secrets: lost })).toThrow(/stored with another secret key/)
})

it('refuses to rotate a key from the environment', async () => {
  await expect(rotateKey(config, { CHARTROOM_SECRET_KEY: config.secretKey })).rejects.toThrow(/CHARTROOM_PREVIOUS_SECRET_KEYS/)
})
