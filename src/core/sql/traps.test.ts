import { describe, expect, it } from 'vitest'
import { tokenize } from './lexer.ts'
import { lexiconOf } from './lexicon.ts'
import { expansionIn, trapIn } from './traps.ts'

const trapped = (text: string, dialect: string, tablesAfterIn?: 'bare' | 'enclosed') => {
  const lexicon = lexiconOf(dialect)
  const { hashComments, dottedNames } = lexicon
  return trapIn(text, tokenize(text, lexicon), { hashComments, dottedNames, ...(tablesAfterIn && { tablesAfterIn }) })
}

describe('texts that engines tokenize differently', () => {
  it.each([
    ['a //* ( */ b', 'postgresql', null],
    ['a /* x */ b', 'postgresql', null],
    ['/*Mind*/ a', 'mysql', null],
    ['/*M! a */', 'mysql', '/*M! a */'],
    ['/* a /* b */', 'sqlite', '/* a /* b */'],
    ['a -- b\r\n+ 1', 'sqlite', null],
    ['a -- b\r+ 1', 'sqlite', '-- b'],
    ['a\u00a0+ 1', 'duckdb', '\u00a0'],
    ["'a\u00a0b'", 'duckdb', null],
    ['été_1 + 日本', 'duckdb', null],
    ['e\u0301 = 1', 'duckdb', null],
    ["E'a' 'b'", 'postgresql', "'b'"],
    ["'a' 'b'", 'postgresql', null],
    ['U&"a"', 'postgresql', '"a"'],
    ['u & "a"', 'postgresql', null],
    ['@x', 'mysql', '@x'],
    ['@x', 'postgresql', null],
    [':a(', 'sqlite', ':a'],
    ['a::b', 'duckdb', null],
    ['"a\\"b"', 'clickhouse', null],
    ['a # b', 'clickhouse', '# b'],
    ['a # b', 'mysql', null],
    ['a = ?', 'mysql', '?'],
    ["a ? 'b'", 'postgresql', null],
    ["r'\\\\' + 'b'", 'databricks', "'\\\\'"],
    ["r = 'b'", 'databricks', null],
    ["'''a'''", 'bigquery', "'''a'''"],
    ["'''a'", 'snowflake', null],
    ['(TABLE t)', 'trino', 'TABLE'],
    ['(table IN (1))', 'clickhouse', null],
  ])('%j in %s', (text, dialect, at) => {
    expect(trapped(text, dialect)?.token.text ?? null).toBe(at)
  })
})

describe('tables behind IN', () => {
  it.each([
    ['a IN t', 'bare', 't'],
    ['a IN s.t', 'bare', 's'],
    ["a IN 't'", 'bare', 't'],
    ["a IN 't'", 'enclosed', null],
    ['a IN (t)', 'bare', null],
    ['a IN (t)', 'enclosed', 't'],
    ['a IN ((s.t))', 'enclosed', 't'],
    ["a IN ('x', t)", 'enclosed', 't'],
    ["a IN ('x', f(t), (1, 2), NULL)", 'enclosed', null],
    ['a IN (SELECT t FROM u)', 'enclosed', null],
    ['in(a, 1)', 'enclosed', 'a'],
    ['x.in + 1', 'enclosed', null],
  ] as const)('%j, %s: %s', (text, kind, relation) => {
    expect(trapped(text, 'clickhouse', kind)?.relation ?? null).toBe(relation)
  })
})

it.each([
  ['*', true],
  ['t.*', true],
  ['f(*, 1)', true],
  ["COLUMNS('a')", true],
  ['a * b', false],
  ['COUNT(*)', false],
  ['(a) * (b)', false],
  ['columns + 1', false],
])('%s is many columns: %s', (text, many) => {
  expect(expansionIn(tokenize(text, lexiconOf('duckdb'))) !== null).toBe(many)
})
