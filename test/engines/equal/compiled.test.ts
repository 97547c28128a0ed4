/** Engines without a server at hand: every drawn context becomes SQL of their dialect, which its grammar reads. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, type Dialect as Grammar } from '@polyglot-sql/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exactJson } from '../../../src/core/encoding/json/exact-json.ts'
import type { ColumnType } from '../../../src/core/table.ts'
import { engines } from '../../../src/engines/index.ts'
import { duckdbDialect } from '../../../src/engines/duckdb/dialect.ts'
import type { Case, JsonObject } from '../../api/chart-data/corpus.ts'
import { stageOn, type Stage } from '../../api/chart-data/stage.ts'
import { dataFolder } from '../tables.ts'
import { contexts, startDuckdb } from './suite.ts'

/** What an engine's catalogue calls a type, where that is not a word of the standard. */
const names: Record<string, Partial<Record<ColumnType, string>>> = {
  mssql: { instant: 'datetimeoffset', timestamp: 'datetime2', boolean: 'bit', float: 'float', string: 'nvarchar' },
  snowflake: { instant: 'timestamp_tz', timestamp: 'timestamp_ntz', integer: 'number(38,0)' },
  bigquery: { instant: 'timestamp', timestamp: 'datetime' },
  databricks: { instant: 'timestamp', timestamp: 'timestamp_ntz' },
  tidb: { instant: 'timestamp', timestamp: 'datetime', boolean: 'tinyint(1)' },
  starrocks: { instant: 'datetime', timestamp: 'datetime', boolean: 'tinyint(1)' },
  doris: { instant: 'datetime', timestamp: 'datetime', boolean: 'tinyint(1)' },
}

const standard: Record<ColumnType, string> = {
  integer: 'bigint',
  decimal: 'decimal(38,10)',
  float: 'double precision',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  instant: 'timestamp with time zone',
  string: 'varchar(100)',
  json: 'varchar(100)',
}

const closedPort = 1

type Shown = { query?: string; error?: string | null }

describe.each(engines.filter(({ isUntried }) => isUntried).map((engine) => [engine.id, engine] as const))('%s', (id, engine) => {
  let stage: Stage
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chartroom-compiled-'))
    stage = await stageOn(await startDuckdb(dataFolder, folder))
    for (const each of contexts) await stage.prepare(each)
    const { db } = stage.ctx
    const uri = `${engine.schemes[0]}://ann:secret@127.0.0.1:${closedPort}/data`
    await db.updateTable('databases').set({ sqlalchemy_uri: uri, engine: id }).where('database_name', '=', 'conformance').execute()
    for (const { id: column, type } of await db.selectFrom('dataset_columns').select(['id', 'type']).execute()) {
      if (type === null) continue
      const own = duckdbDialect.columnType(type)
      const native = names[id]?.[own] ?? standard[own]
      await db.updateTable('dataset_columns').set({ type: native }).where('id', '=', column).execute()
    }
  })
  afterAll(async () => {
    await stage?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const compiled = async (each: Case): Promise<Shown[]> => {
    const request = stage.requestOf(each) as JsonObject
    const queries = (request['queries'] as JsonObject[]).map(({ result_type: _all, ...query }) => query)
    const payload = exactJson({ ...request, queries, result_type: 'query' })
    const headers = { 'content-type': 'application/json' }
    const answer = await stage.caller.inject({ method: 'POST', url: '/api/v1/chart/data', payload, headers })
    expect(answer.statusCode, answer.body).toBe(200)
    return (answer.json() as { result: Shown[] }).result
  }

  test.each(contexts.map((each) => [`${each.theme}/${each.name}`, each] as const))('%s', async (_name, each) => {
    for (const { query = '', error } of await compiled(each)) {
      expect(error ?? null).toBeNull()
      expect(query).toContain('SELECT')
      const { success, error: fault } = parse(query, engine.dialect.parser as Grammar)
      expect(success, `${fault}\n${query}`).toBe(true)
    }
  })
})
