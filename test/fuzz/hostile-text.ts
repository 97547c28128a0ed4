import { attacks, everywhere, welcome, welcomeEverywhere } from './attacks.ts'
import type { Random } from './random.ts'

/** Expressions that want out of their parentheses: good ones and attacks, mutated and crossed, and heaps of what confuses lexers. */

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
  ...`' '' " "" \\ \\' -- /* */ /*! # ; ( ) (( )) [ ] { } $$ $a$ $1 E' e'\\ U&' U&" N' x' q'[ ]' \` @ @@ @a :a( :b(') : :: := || , . * // //* % ? <=> = <> != ! ~ + - / ^ & |`.split(
    ' ',
  ),
  ...'SELECT select UNION FROM WHERE ORDER BY LIMIT AND OR NOT IN IS NULL LIKE ESCAPE CASE WHEN THEN ELSE END CAST AS EXISTS BETWEEN ANY ALL WITH VALUES INTO TABLE SETTINGS a b price 1 0 1.5 1e3 0x1F DROP DELETE INSERT UPDATE EXEC DATE INTERVAL count( sum(a) lower(a) canary() canary COLUMNS( ARRAY( secret OVER'.split(
    ' ',
  ),
  '\n',
  '\r',
  '\t',
  '\v',
  '\u0001',
  '\u00a0',
  '\u200b',
  '\u2028',
  '‘',
  '’',
  '“',
  '”',
  '\u02bc',
  '\uff07',
  '\0',
  '--\n',
  '-- \r',
  '{{ x }}',
  '1) OR (1 = 1',
  ') OR (1 = 1',
  '1 = 1) OR (1 = 1',
  '1) UNION SELECT 1 FROM table_ WHERE (1 = 1',
  "x'); DROP TABLE table_; --",
  // Names in quotes of every kind.
  "'secret'",
  '"secret"',
  '`secret`',
  '[secret]',
  "main.'secret'",
  '"canary"()',
  "'canary'()",
  'a.canary()',
  'PIVOT secret',
  'LATERAL',
]

const heap = (random: Random): string => {
  const glue = random.pick(['', ' ', ' ', '\n'])
  return Array.from({ length: 1 + random.below(9) }, () => random.pick(pieces)).join(glue)
}

const examplesOf = (dialect: string): readonly string[] => [
  ...known,
  ...everywhere.expressions,
  ...welcomeEverywhere.expressions,
  ...(attacks[dialect]?.expressions ?? []),
  ...(welcome[dialect]?.expressions ?? []),
]

/** An example with a few characters taken out, put in or doubled, or with another one behind it. */
const mutated = (random: Random, examples: readonly string[]): string => {
  let text = random.pick(examples)
  for (let changes = random.below(4); changes > 0; changes--) {
    const at = random.below(text.length + 1)
    const kind = random.below(5)
    if (kind === 0) text = text.slice(0, at) + text.slice(at + 1 + random.below(3))
    else if (kind === 1) text = text.slice(0, at) + random.pick(pieces) + text.slice(at)
    else if (kind === 2) text = text.slice(0, at) + text.slice(Math.max(0, at - random.below(6)), at) + text.slice(at)
    else if (kind === 3) text = `${text} ${random.pick(['AND', 'OR', ',', ''])} ${random.pick(examples)}`
    else text = text.slice(0, at) + random.pick(examples).slice(random.below(8))
  }
  return text
}

/** Texts for one dialect, one after the other. */
export const hostileTexts = (random: Random, dialect: string): (() => string) => {
  const examples = examplesOf(dialect)
  return () => (random.chance(0.4) ? heap(random) : mutated(random, examples))
}
