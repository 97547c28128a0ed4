import { describe, expect, it } from 'vitest'
import { engines } from '../../src/engines/index.ts'
import { attacks, everywhere, welcome, welcomeEverywhere } from './attacks.ts'
import { expressionRefusal, queryRefusal } from './verdict.ts'

describe.each(engines.map(({ dialect }) => [dialect.parser, dialect] as const))('%s', (name, dialect) => {
  it.each([...everywhere.expressions, ...(attacks[name]?.expressions ?? [])])('rejects the expression %j', (text) => {
    expect(expressionRefusal(text, dialect)).not.toBeNull()
  })

  it.each([...everywhere.queries, ...(attacks[name]?.queries ?? [])])('rejects the query %j', (text) => {
    expect(queryRefusal(text, dialect)).not.toBeNull()
  })

  it.each([...welcomeEverywhere.expressions, ...(welcome[name]?.expressions ?? [])])('accepts the expression %j', (text) => {
    expect(expressionRefusal(text, dialect)).toBeNull()
  })

  it.each([...welcomeEverywhere.queries, ...(welcome[name]?.queries ?? [])])('accepts the query %j', (text) => {
    expect(queryRefusal(text, dialect)).toBeNull()
  })

  it.each(['a IN (', 'a IN (1,', 'f(', '(', "'a' ", '-- a\n', 'a.', 'CASE WHEN '])(
    'reads a text of %j again and again in no time',
    (part) => {
      const text = part.repeat(Math.floor(99_000 / part.length))
      const started = performance.now()
      expressionRefusal(text, dialect)
      expect(performance.now() - started).toBeLessThan(3_000)
    },
  )

  it.each([
    [50, false],
    [300, true],
  ])('%i nested parentheses are too many: %s', (depth, isRefused) => {
    expect(expressionRefusal(`${'('.repeat(depth)}a${')'.repeat(depth)}`, dialect) !== null).toBe(isRefused)
  })

  const longQueries = [...everywhere.queries, ...(attacks[name]?.queries ?? [])].filter((text) => text.includes(' '))
  it.each(longQueries)('rejects %j in a field that may have sub-queries', (text) => {
    expect(expressionRefusal(`(${text})`, dialect, true)).not.toBeNull()
  })
})
