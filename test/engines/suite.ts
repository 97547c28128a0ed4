/** What every engine must do, through a real query host, on a real database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { createQueryHost } from '../../src/engines/host/client.ts'
import type { QueryHost } from '../../src/engines/host/client.ts'
import { findEngine } from '../../src/engines/index.ts'
import { catalogueTests } from './suite/catalogue.ts'
import { dialectTests } from './suite/dialect.ts'
import { downloadTests } from './suite/downloads.ts'
import { parsed } from './suite/edge-types.ts'
import { limitTests } from './suite/limits-and-errors.ts'
import { limits } from './suite/subject.ts'
import type { Stage, Subject, Traits } from './suite/subject.ts'
import { valueTests } from './suite/values.ts'

export const engineSuite = (traits: Traits) => {
  const engine = findEngine(traits.engine)
  if (!engine) throw new Error(`no engine ${traits.engine}`)
  const { dialect } = engine
  const q = dialect.quote

  describe(engine.name, () => {
    let folder: string
    let subject: Subject
    let host: QueryHost

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), `chartroom-${traits.engine}-`))
      subject = await traits.start(folder)
      host = createQueryHost({ tempDirectory: join(folder, 'spill'), graceMs: 2_000 })
    })
    afterAll(async () => {
      await host?.close()
      await subject?.stop()
      await rm(folder, { recursive: true, force: true })
    })

    const run: Stage['run'] = (sql, job = {}, options = {}) =>
      host.run({ kind: 'data', connection: subject.connection, sql, format: 'json', limits, ...job }, options)
    const rows: Stage['rows'] = async (sql, job) => parsed(await run(sql, job))
    const value: Stage['value'] = async (expression) => Object.values((await rows(`SELECT ${expression} AS ${q('v')}`))[0] ?? {})[0]

    const serverTest: Stage['serverTest'] = traits.answersOnly ? () => {} : test

    const stage: Stage = {
      serverTest,
      traits,
      dialect,
      q,
      run,
      rows,
      value,
      host: () => host,
      subject: () => subject,
      folder: () => folder,
    }
    valueTests(stage)
    dialectTests(stage)
    limitTests(stage)
    downloadTests(stage)
    catalogueTests(stage)
    traits.also?.(stage)
  })
}
