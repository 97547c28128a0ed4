import { afterAll, describe, expect, it } from 'vitest'
import { createSqlParser } from './client.ts'

const parser = createSqlParser({ idleMs: 500 })
afterAll(() => parser.close())

const facts = async (text: string, dialect = 'postgresql') => {
  const parsed = await parser.parse({ text, dialect })
  return 'fault' in parsed ? parsed.fault : parsed.statements
}

describe('the parser process', () => {
  it('returns the tables without CTEs', async () => {
    const [statement] = (await facts('WITH x AS (SELECT * FROM a.t) SELECT * FROM x JOIN u ON 1 = 1')) as { tables: unknown[] }[]
    expect(new Set(statement?.tables)).toEqual(
      new Set([
        { catalog: null, schema: 'a', table: 't' },
        { catalog: null, schema: null, table: 'u' },
      ]),
    )
  })

  it.each([
    ['WITH x AS (DELETE FROM t RETURNING id) SELECT * FROM x', true],
    ['SELECT * INTO n FROM t', true],
    ['EXPLAIN SELECT 1', true],
    ['CALL proc(1)', true],
    ['VACUUM t', true],
    ['SELECT 1 UNION SELECT 2', false],
    ['VALUES (1)', false],
  ])('%s writes: %s', async (text, writes) => {
    expect(await facts(text)).toMatchObject([{ writes }])
  })

  it.each(['mysql', 'bigquery'])('a hash begins a comment: %s', async (dialect) => {
    expect(await facts("SELECT a, '# no' FROM t # it's; (\nWHERE b = 1 # end", dialect)).toMatchObject([{ tables: [{ table: 't' }] }])
    const text = 'SELECT 1 # 🎉\nFROM WHERE'
    expect(await facts(text, dialect)).toMatchObject({ line: 2, near: 'WHERE' })
  })

  it('reports the position of a syntax error', async () => {
    expect(await facts('SELECT * FROM t WHERE')).toEqual({ line: 1, column: 21, near: 'WHERE' })
  })

  it('restarts after it was stopped', async () => {
    parser.close()
    expect(await facts('SELECT 11')).toMatchObject([{ kind: 'select' }])
  })
})

describe('a process that is slow', () => {
  it('may take longer to start than the timeout of a text', async () => {
    const hasty = createSqlParser({ timeoutMs: 500 })
    try {
      expect(await hasty.parse({ text: 'SELECT 12', dialect: 'postgresql' })).toMatchObject({ statements: [{ kind: 'select' }] })
    } finally {
      hasty.close()
    }
  })

  it('is killed when a text times out, and parses the next one', async () => {
    const hasty = createSqlParser({ timeoutMs: 500 })
    try {
      const long = `SELECT ${Array.from({ length: 400_000 }, (_, i) => `a${i}+b`).join(',')}`
      expect(await hasty.parse({ text: long, dialect: 'postgresql' })).toHaveProperty('fault')
      expect(await hasty.parse({ text: 'SELECT 13', dialect: 'postgresql' })).toMatchObject({ statements: [{ kind: 'select' }] })
    } finally {
      hasty.close()
    }
  })
})
