import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, type Dialect } from '@polyglot-sql/sdk'
import { describe, expect, it } from 'vitest'
import { inspectStatement, type TableName } from './inspect.ts'
import { tokenize } from './lexer.ts'
import { lexiconOf } from './lexicon.ts'
import { UnruledTable, withRowRules } from './row-rules.ts'

type Case = { engine: string; sql: string; table: string; schema: string; predicates: string[]; v6_1: { subquery: string } }

const folder = join(import.meta.dirname, '../../../test/conformance')
const { rls } = JSON.parse(readFileSync(join(folder, 'sql.json'), 'utf8')) as { rls: Case[] }
const listed = ((JSON.parse(readFileSync(join(folder, 'differences.json'), 'utf8')) as Record<string, Record<string, string>>)['sql'] ??
  {}) as Record<string, string>

const quotes: Record<string, string> = { mysql: '`' }

/** An unquoted name may be written in any case. */
const isTable = ({ table, schema }: TableName, each: Pick<Case, 'table' | 'schema'>) =>
  table.toLowerCase() === each.table && (schema ?? each.schema) === each.schema

const ruled = (each: Case): string => {
  const { ast } = parse(each.sql, each.engine as Dialect)
  const places = (ast as unknown as unknown[]).flatMap((statement) => inspectStatement(statement, each.engine).places)
  const quote = quotes[each.engine] ?? '"'
  return withRowRules(each.sql, places, {
    of: (table) => (isTable(table, each) && each.predicates.length ? { conditions: each.predicates, columns: null } : null),
    quote: (name) => `${quote}${name}${quote}`,
    dialect: each.engine,
  })
}

/** `AS` before an alias is free; words are compared without case. */
const tokensOf = (text: string, engine: string) =>
  tokenize(text, lexiconOf(engine))
    .map(({ kind, text: part }) => (kind === 'word' ? part.toLowerCase() : part))
    .filter((part) => part !== 'as')
    .join(' ')

describe('rows of tables inside a statement', () => {
  it.each(rls.map((each, i) => [`${i} ${each.engine}: ${each.sql.slice(0, 70)}`, each] as const))('%s', (title, each) => {
    // Double quotes hold a text in this dialect: such a table cannot be.
    if (each.engine === 'mysql' && each.sql.includes('"')) {
      expect(() => ruled(each)).toThrow(UnruledTable)
      return
    }
    const given = tokensOf(ruled(each), each.engine)
    const wanted = tokensOf(each.v6_1.subquery, each.engine)
    const why = listed[`rows ${title}`]
    if (why === undefined) expect(given).toBe(wanted)
    else expect(given, `listed (${why}), but equal now`).not.toBe(wanted)
  })

  const secret = { table: 'secret', schema: 'public', predicates: ['a = 1 OR b = 2'] }
  const of = (sql: string) => ruled({ engine: 'postgresql', sql, v6_1: { subquery: '' }, ...secret })

  it('reaches a table behind a WITH of its own name', () => {
    expect(of('WITH secret AS (SELECT * FROM secret) SELECT * FROM secret')).toMatch(
      /FROM secret WHERE \(a = 1 OR b = 2[\s\S]*FROM secret WHERE/,
    )
  })

  it('finds names behind text of several bytes', () => {
    expect(of("SELECT 'é日😀' AS x FROM secret")).toMatch(/^SELECT 'é日😀' AS x FROM \(\n {2}SELECT \* FROM secret WHERE/)
  })

  it.each(['SELECT * FROM secret TABLESAMPLE BERNOULLI (10)', 'SELECT * FROM ONLY secret'])('refuses %s', (sql) => {
    expect(() => of(sql)).toThrow(UnruledTable)
  })
})
