import { expect, it } from 'vitest'
import { checkExpression, judgeExpression } from '#core/sql/check.ts'
import type { Deny } from '#core/sql/deny.ts'
import { readStatements } from './read.ts'

const deny: Deny = { functions: new Set() }

const refusalOf = (text: string, dialect: string): string | null => {
  const verdict = checkExpression(text, dialect, deny)
  if ('allowed' in verdict) return null
  if ('refusal' in verdict) return verdict.refusal.reason
  return judgeExpression(readStatements({ text: verdict.question, dialect }), deny, false)?.reason ?? null
}

const arrays = [
  "country = ANY (ARRAY['Norway', 'Chad'])",
  'year > ALL (ARRAY[1955, 1960])',
  "year = ANY ('{1955,1960}'::int[])",
  'year <> ALL ((ARRAY[1955]))',
  'year = SOME (years)',
  "country = ANY (string_to_array('a,b', ','))",
  "country LIKE ANY (ARRAY['N%'])",
  "NOT (country = ANY (ARRAY['Norway'])) AND year = ANY (ARRAY[1955])",
]

const queries = [
  'year = ANY (SELECT 1955)',
  'year > ALL (SELECT year FROM other)',
  'year = ANY ((SELECT 1955))',
  'year = SOME (VALUES (1955))',
  'year = ANY (TABLE other)',
  'year = ANY (ARRAY(SELECT year FROM other))',
  'year = ANY (ARRAY[(SELECT max(year) FROM other)])',
  'year = ANY (array_remove((SELECT years FROM other), 1955))',
  'year IN (SELECT year FROM other)',
]

it.each(['postgresql', 'duckdb'].flatMap((dialect) => arrays.map((text) => [dialect, text] as const)))(
  '%s compares with an array: %s',
  (dialect, text) => {
    expect(refusalOf(text, dialect)).toBeNull()
  },
)

it.each(
  ['postgresql', 'duckdb', 'mysql', 'trino', 'clickhouse', 'sqlite'].flatMap((dialect) => queries.map((text) => [dialect, text] as const)),
)('%s refuses a query: %s', (dialect, text) => {
  expect(refusalOf(text, dialect)).toMatch(/^(subquery|syntax)$/)
})
