import { DuckDBInstance } from '@duckdb/node-api'
import { getDialects, parse, type Dialect } from '@polyglot-sql/sdk'
import { checkExpression, judgeExpression } from '../../src/core/sql/check.ts'
import type { Deny } from '../../src/core/sql/deny.ts'
import { inspectStatement } from '../../src/core/sql/inspect.ts'
import { randomOf, type Random } from './random.ts'

/** Expressions that want out of their parentheses, and what must hold for those that are let in. */

const known = [
  "price > 10 AND symbol = 'a'",
  "name LIKE '%it''s%' OR name IS NULL",
  "CASE WHEN a = 1 THEN 'x' ELSE 'y' END = 'x'",
  'COUNT(DISTINCT a) FILTER (WHERE b > 1)',
  'SUM(a) / NULLIF(SUM(b), 0)',
  "CAST(ts AS DATE) BETWEEN '2020-01-01' AND '2020-12-31'",
  'a::int + b * (c - 1)',
  '"Weird ""name""" = 1',
  "a IN (1, 2, 3) AND (b = 2 OR (c = 3 AND d <> 'x'))",
  "coalesce(a, 'b') || '-' || lower(c)",
  'EXTRACT(YEAR FROM ts) = 2020',
  "ts > TIMESTAMP '2020-01-01 00:00:00' - INTERVAL '1' DAY",
  'SUM(a) OVER (PARTITION BY b ORDER BY c ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)',
  "regexp_replace(a, '[()]', '', 'g') = '('",
  '`a b` = 2 AND [c d] = 3',
  'NOT (a <=> b) /* why */ AND x -- end\n = 1',
  "json_extract(a, '$.b[0]') = 'c'",
  "E'a\\'b' = c AND $$d';$$ = e",
]

const pieces = [
  ...`' '' " "" \\ \\' -- /* */ /*! # ; ( ) (( )) [ ] { } $$ $a$ $1 E' e'\\ U&' N' x' q'[ ]' \` @ : :: || , . * % ? <=> = <> != ! ~ + - / ^ & |`.split(
    ' ',
  ),
  ...'SELECT select UNION FROM WHERE ORDER BY LIMIT AND OR NOT IN IS NULL LIKE ESCAPE CASE WHEN THEN ELSE END CAST AS EXISTS BETWEEN ANY ALL WITH VALUES INTO a t price 1 0 1.5 1e3 0x1F DROP TABLE DELETE INSERT UPDATE EXEC DATE INTERVAL count( sum(a) f(x) OVER'.split(
    ' ',
  ),
  '\n',
  '\r',
  '\t',
  '\u00a0',
  '\u2028',
  '\u02bc',
  '\uff07',
  '\0',
  '{{ x }}',
  '1) OR (1 = 1',
  '1) UNION SELECT 1 FROM t WHERE (1 = 1',
  "x'); DROP TABLE t; --",
]

const made = (random: Random): string => {
  const glue = random.pick(['', ' ', ' ', '\n'])
  return Array.from({ length: 1 + random.below(9) }, () => random.pick(pieces)).join(glue)
}

/** A good expression with a few characters taken out, put in or doubled. */
const mutated = (random: Random): string => {
  let text = random.pick(known)
  for (let changes = random.below(4); changes > 0; changes--) {
    const at = random.below(text.length + 1)
    const kind = random.below(4)
    if (kind === 0) text = text.slice(0, at) + text.slice(at + 1 + random.below(3))
    else if (kind === 1) text = text.slice(0, at) + random.pick(pieces) + text.slice(at)
    else if (kind === 2) text = text.slice(0, at) + text.slice(Math.max(0, at - random.below(6)), at) + text.slice(at)
    else text = `${text} ${random.pick(['AND', 'OR', ',', ''])} ${random.pick(known)}`
  }
  return text
}

const dialects = ['duckdb', 'postgresql', 'mysql', 'sqlite', 'clickhouse', 'trino'] as const
type DialectName = (typeof dialects)[number]

const deny: Deny = { functions: new Set(['pg_sleep', 'read_csv', 'load_extension']) }
const parsers = new Set(getDialects())

const parsed = (text: string, dialect: DialectName) => {
  const { success, ast } = parse(text, (parsers.has(dialect) ? dialect : 'generic') as Dialect)
  return success ? (ast as unknown as Record<string, unknown>[]) : null
}

/** Whether the checks let an expression in. */
const isLetIn = (text: string, dialect: DialectName): boolean => {
  const verdict = checkExpression(text, dialect, deny)
  if (!('question' in verdict)) return 'allowed' in verdict
  const statements = parsed(verdict.question, dialect)
  return statements !== null && judgeExpression({ statements: statements.map(inspectStatement) }, deny, true) === null
}

/** As a person's expression stands in a statement, with marks around it that must stay what they are. */
const placed = (text: string) => `SELECT (${text}\n) AS first_, 2 AS second_ FROM table_ WHERE 3 = 4`

const names = (text: string, name: string) => text.split(name).length - 1

/** The same as the compiler's parser sees it: outputs, source and condition of ours, nothing else. */
const holdsInParser = (text: string, dialect: DialectName): boolean => {
  const statements = parsed(placed(text), dialect)
  if (statements === null) return true
  const [only, ...more] = statements
  const select = only?.['select'] as { expressions?: unknown[]; from?: unknown; where_clause?: unknown } | undefined
  if (!select || more.length || select.expressions?.length !== 2) return false
  const [first, second] = select.expressions.map((output) => JSON.stringify(output))
  return (
    names(first ?? '', '"first_"') === 1 &&
    names(second ?? '', '"second_"') === 1 &&
    JSON.stringify(select.from).includes('"table_"') &&
    Boolean(select.where_clause)
  )
}

type Engine = { holds(texts: string[]): Promise<boolean[]>; close(): void }

type Serialized = {
  error?: boolean
  statements?: { node: { select_list?: { alias?: string }[]; from_table?: { table_name?: string }; where_clause?: unknown } }[]
}

/** The same as DuckDB's own parser sees it. */
export const duckdbEngine = async (): Promise<Engine> => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const statement = await connection.prepare('SELECT json_serialize_sql(unnest($1::VARCHAR[]))')
  return {
    holds: async (texts) => {
      const { listValue } = await import('@duckdb/node-api')
      statement.bindList(1, listValue(texts.map(placed)))
      const rows = (await statement.runAndReadAll()).getRowsJS()
      return rows.map(([json]) => {
        const { error, statements } = JSON.parse(String(json).replaceAll(/:-?(?:Infinity|NaN)/g, ':0')) as Serialized
        if (error) return true
        const [only, ...more] = statements ?? []
        const { select_list: outputs, from_table: from, where_clause: where } = only?.node ?? {}
        return (
          !more.length && outputs?.map(({ alias }) => alias).join() === 'first_,second_' && from?.table_name === 'table_' && Boolean(where)
        )
      })
    },
    close: () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

export type Escaped = { text: string; dialect: string }
export type Outcome = { asked: number; letIn: number; escaped: Escaped[] }

/** Asks so many expressions; those that are let in and do not stay in their parentheses are told. */
export const fuzzExpressions = async (engine: Engine, { seed, count }: { seed: number; count: number }): Promise<Outcome> => {
  const random = randomOf(seed)
  const letIn: Escaped[] = []
  for (let i = 0; i < count; i++) {
    const dialect = dialects[i % dialects.length] as DialectName
    const text = random.chance(0.5) ? made(random) : mutated(random)
    if (isLetIn(text, dialect)) letIn.push({ text, dialect })
  }
  const escaped = letIn.filter(({ text, dialect }) => !holdsInParser(text, dialect as DialectName))
  const forDuckdb = letIn.filter(({ dialect, text }) => dialect === 'duckdb' && !text.includes('\0'))
  for (let at = 0; at < forDuckdb.length; at += 500) {
    const batch = forDuckdb.slice(at, at + 500)
    const held = await engine.holds(batch.map(({ text }) => text))
    escaped.push(...batch.filter((_, i) => !held[i]))
  }
  return { asked: count, letIn: letIn.length, escaped }
}
