import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { resolveTimeRange } from '../../time/time-range.ts'
import { strftime } from '../../format/strftime.ts'
import { formFilters } from './form-filters.ts'
import { macroNames, type MacroContext } from './macros.ts'
import { renderTemplate } from './template.ts'
import { failed } from './template-error.ts'

type Answer = { rendered?: string; error?: string; extra_cache_keys: unknown[]; removed_filters: string[]; applied_filters: string[] }
type Vector = {
  template: string
  form_data?: Record<string, unknown>
  args?: Record<string, string>
  context?: Record<string, unknown>
  user?: null
  v6_1: Answer
  v3_0?: Answer
}

const root = new URL('../../../../test/conformance/', import.meta.url)
const read = (file: string) => JSON.parse(readFileSync(new URL(file, root), 'utf8'))
const vectors = (read('jinja.json') as { vectors: Vector[] }).vectors
const listed = Object.keys((read('differences.json') as Record<string, Record<string, string>>)['jinja'] ?? {})

const weather = ['location', 'date', 'precipitation', 'temp_max', 'temp_min', 'wind', 'weather']

/** As Postgres, which the records come from, writes times in templates (test/engines/postgres.test.ts runs them). */
const recordedTime = {
  DATE: (wall: number) => `TO_DATE('${strftime(wall, '%Y-%m-%d')}', 'YYYY-MM-DD')`,
  TIMESTAMP: (wall: number) => `TO_TIMESTAMP('${strftime(wall, '%Y-%m-%d %H:%M:%S.%f')}', 'YYYY-MM-DD HH24:MI:SS.US')`,
}

const contextOf = ({ form_data = {}, args = {}, context = {}, user }: Vector): MacroContext => ({
  user:
    user === null
      ? null
      : { id: 1, username: 'admin', email: 'a@x.org', roles: ['Admin'], attributes: { region: 'EU', note: "it's", teams: ['a', "b'c"] } },
  rules: null,
  urlArguments: args,
  urlParams: (form_data['url_params'] ?? {}) as Record<string, string>,
  filters: formFilters(form_data),
  timeRange: (form_data['time_range'] as string | undefined) ?? null,
  literal: (value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : value === null ? 'NULL' : String(value)),
  timeLiteral: (wall, type) => (type ? recordedTime[type as keyof typeof recordedTime](wall) : null),
  strftime,
  bounds: (text) => {
    const { since, until } = resolveTimeRange(text, { now: Date.UTC(2024, 0, 1) })
    return { since: since?.wall ?? null, until: until?.wall ?? null }
  },
  columnType: () => null,
  dataset: (id, { columns }) => {
    if (id !== 5n && id !== 9n) throw failed(`Dataset ${String(id)} not found!`)
    const shown = (columns ?? weather).map((name) => (/^[a-z_]+$/.test(name) ? `${name} AS ${name}` : `"${name}" AS "${name}"`))
    return `(\nSELECT ${shown.join(', ')} \nFROM public.${id === 5n ? 'weather' : 'jobs'}\n) AS dataset_${id}`
  },
  metric: (name, id) => {
    if (id === 5 && name === 'count') return 'COUNT(*)'
    throw failed(
      id === null ? `Please specify the Dataset ID for the \`\`${name}\`\` metric in the Jinja macro.` : `Dataset ID ${id} not found.`,
    )
  },
  latestPartition: (table) => `latest of ${table}`,
  variables: context,
})

const answerTo = (vector: Vector): Omit<Answer, 'error'> | 'error' => {
  const { names, facts } = macroNames(contextOf(vector))
  try {
    const rendered = renderTemplate(vector.template, names)
    return { rendered, extra_cache_keys: facts.cacheKeys, removed_filters: facts.removedFilters, applied_filters: facts.appliedFilters }
  } catch {
    return 'error'
  }
}

const expectation = (answer: Answer) => (answer.error === undefined ? answer : 'error')

const nameOf = (vector: Vector, i: number) => `${i} ${vector.template.slice(0, 80)}`

describe('templates as recorded', () => {
  const cases = vectors.map((vector, i) => [nameOf(vector, i), vector] as const)
  it.each(cases.filter(([name]) => !listed.includes(name)))('%s', (_name, vector) => {
    const given = answerTo(vector)
    const accepted = [vector.v6_1, ...(vector.v3_0 ? [vector.v3_0] : [])].map(expectation)
    expect(accepted.some((answer) => JSON.stringify(answer) === JSON.stringify(given)) ? accepted[0] : given).toEqual(accepted[0])
  })
  it.each(cases.filter(([name]) => listed.includes(name)))('differs, as listed: %s', (_name, vector) => {
    expect([vector.v6_1, vector.v3_0].map((answer) => answer && expectation(answer))).not.toContainEqual(answerTo(vector))
  })
})

describe('limits', () => {
  const tooManyDigits = 'The number is too large: at most 4,300 digits.'
  const tooGreatPower = 'The power is too large: at most 76 digits.'
  const ten = (exponent: number) => `1${'0'.repeat(exponent)}`
  const refused = (template: string) => {
    try {
      return renderTemplate(template, []).length
    } catch (error) {
      return (error as { kind?: string }).kind
    }
  }
  it.each([
    ["{{ '%0999999999d' % 1 }}", 'The width 999999999 is too large: at most 1000 characters.'],
    ["{{ '%-1001s' % 1 }}", 'The width 1001 is too large: at most 1000 characters.'],
    ["{{ '{:>999999999}'.format(1) }}", 'The width 999999999 is too large: at most 1000 characters.'],
    ["{{ '1'.zfill(5000) }}", 'The width 5000 is too large: at most 1000 characters.'],
    ["{{ '1'.ljust(5000) }}", 'The width 5000 is too large: at most 1000 characters.'],
    ["{{ '1'|center(5000) }}", 'The width 5000 is too large: at most 1000 characters.'],
    ["{{ 'a\nb'|indent(5000) }}", 'The width 5000 is too large: at most 1000 characters.'],
    ["{{ '%.999f' % 1 }}", 'The precision 999 is too large: at most 100 digits.'],
    ["{{ '{:.999f}'.format(1) }}", 'The precision 999 is too large: at most 100 digits.'],
    ["{{ '{:.999%}'.format(1) }}", 'The precision 999 is too large: at most 100 digits.'],
    ["{{ '{:.999}'.format(1.5) }}", 'The precision 999 is too large: at most 100 digits.'],
    ['{{ (9**9**9)|string }}', tooGreatPower],
    ['{{ 9**(9**9) }}', tooGreatPower],
    ['{{ 10**76 }}', tooGreatPower],
    [`{{ ${ten(2150)} * ${ten(2150)} }}`, tooManyDigits],
    [`{{ ${ten(4299)} * 9 + ${ten(4299)} }}`, tooManyDigits],
    [`{{ ([${ten(4299)}] * 10)|sum }}`, tooManyDigits],
    [`{{ ${'9'.repeat(4301)} }}`, tooManyDigits],
    ["{{ ('{0:>1000}' * 100000).format(1)|length }}", 'The template makes too much text.'],
    ["{{ ('a' * 20000).replace('a', 'b' * 20000)|length }}", 'The template makes too much text.'],
    ["{{ ('b' * 20000).join('a' * 20000)|length }}", 'The template makes too much text.'],
    ["{{ (['a'] * 20000)|join('b' * 20000)|length }}", 'The template makes too much text.'],
    ["{{ (['a' * 500000] * 1000)|string|length }}", 'The template makes too much text.'],
    ["{{ (['a' * 500000] * 1000)|tojson|length }}", 'The template makes too much text.'],
    ["{{ ('%(a)s' * 9000 % {'a': 'a' * 500000})|length }}", 'The template makes too much text.'],
  ])('%s: %s', (template, message) => {
    expect(() => renderTemplate(template, [])).toThrow(expect.objectContaining({ kind: 'limit', message }))
  })

  it.each([
    ["{{ '%01000d' % 1 }}", '1'.padStart(1000, '0')],
    ["{{ '%.60f' % 0.5 }}", `0.5${'0'.repeat(59)}`],
    ['{{ 2**200 }}', String(2n ** 200n)],
    ['{{ 10**75 }}', String(10n ** 75n)],
    ['{{ 10**38 * 10**39 }}', String(10n ** 77n)],
    [`{{ ${ten(2149)} * ${ten(2150)} }}`, String(10n ** 4299n)],
    [`{{ ${ten(400)} * ${ten(400)} // ${ten(799)} }}`, '10'],
    [`{{ ${'9'.repeat(4300)} - 1 }}`, `${'9'.repeat(4299)}8`],
    [`{{ ${ten(400)} / ${ten(399)} }}`, '10.0'],
    ["{{ '%x' % (16**40) }}", `1${'0'.repeat(40)}`],
    [`{{ (${ten(400)} + 1)|round|string|length }}`, '401'],
    ['{{ 1250|round(-2) }} {{ 1350|round(-2) }} {{ (-1250)|round(-2) }} {{ 9007199254740993|round }}', '1200 1400 -1200 9007199254740993'],
    [`{{ '${'9'.repeat(4301)}'|int(7) }}`, '7'],
    ["{{ '%.1000s' % 'abc' }}", 'abc'],
  ])('%s is within them', (template, text) => {
    expect(renderTemplate(template, [])).toBe(text)
  })

  it.each([
    [`{{ ${ten(400)} * 1.0 }}`, 'int too large to convert to float'],
    [`{{ ${ten(400)} / 1 }}`, 'integer division result too large for a float'],
    [`{{ '%f' % (${ten(400)}) }}`, 'int too large to convert to float'],
    [`{{ (${ten(400)})|float }}`, 'int too large to convert to float'],
    [`{{ (${ten(400)})**-1 }}`, 'int too large to convert to float'],
  ])('%s fails as in Python: %s', (template, message) => {
    expect(() => renderTemplate(template, [])).toThrow(expect.objectContaining({ pythonType: 'OverflowError', message }))
  })

  it.each([
    ['{% for a in range(1000) %}{% for b in range(1000) %}x{% endfor %}{% endfor %}'],
    ["{{ 'x' * 100000000000 }}"],
    ['{{ 10 ** (10 ** 10) }}'],
    [`{{ 10 ${'** 10 '.repeat(9)}}}`],
    ['{{ range(1000000000) }}'],
    ['{% macro m(n) %}{{ m(n + 1) }}{% endmacro %}{{ m(0) }}'],
    ["{% set s = 'a' * 900000 %}{% for i in range(9999) %}{% set t = s|upper %}{% endfor %}"],
    ["{% set s = 'a' * 900000 %}{% for i in range(9999) %}{% set t = s.upper() %}{% endfor %}"],
    [`{{ ${'('.repeat(5_000)}1${')'.repeat(5_000)} }}`],
    [`{{ ${'['.repeat(5_000)}1${']'.repeat(5_000)} }}`],
    [`${'{% if true %}'.repeat(5_000)}x${'{% endif %}'.repeat(5_000)}`],
    [`{{ ${'1 + '.repeat(50_000)}1 }}`],
    ["{% set ns = namespace(t='aaaaaaaaaa') %}{% for i in range(64) %}{% set ns.t = ns.t ~ ns.t %}{% endfor %}"],
  ])('%s', (template) => {
    expect(refused(template)).toBe('limit')
  })
})

describe('the sandbox', () => {
  it.each([
    ["{{ ''.constructor.constructor('return process')() }}"],
    ['{{ [].__proto__.push }}'],
    ["{{ {}['__proto__'] .x }}"],
    ["{{ ''|attr('__class__')|attr('x') }}"],
    ['{{ loop.constructor() }}'],
    ['{{ range.constructor("x")() }}'],
    ['{{ self.__init__.__globals__ }}'],
    ['{{ toString() }}'],
    ['{{ "x"|constructor }}'],
  ])('%s', (template) => {
    expect(() => renderTemplate(template, [])).toThrow(expect.objectContaining({ name: 'TemplateError' }))
  })
})

it.each(['presto', 'hive', 'trino'])('%s.latest_partition is the newest partition of the table', (engine) => {
  const { names } = macroNames(contextOf({} as Vector))
  expect(renderTemplate(`day = '{{ ${engine}.latest_partition("public.sales") }}'`, names)).toBe("day = 'latest of public.sales'")
})

it.each([
  ['the value of an attribute', "r = '{{ current_user_attribute('region') }}'", "r = 'EU'"],
  ['escapes quotes in it', "r = '{{ current_user_attribute('note') }}'", "r = 'it''s'"],
  ['a default where it is missing', "r = '{{ current_user_attribute('none', 'x') }}'", "r = 'x'"],
  ['None where it is missing', "r = '{{ current_user_attribute('none') }}'", "r = 'None'"],
  ['no property of objects', "r = '{{ current_user_attribute('constructor') }}'", "r = 'None'"],
  ['all values as literals', "r in {{ current_user_attributes('teams') | where_in }}", "r in ('a', 'b''c')"],
  ['one value as a list', "r in {{ current_user_attributes('region') | where_in }}", "r in ('EU')"],
])('current_user_attribute gives %s', (_what, template, text) => {
  expect(renderTemplate(template, macroNames(contextOf({} as Vector)).names)).toBe(text)
})

it('current_user_attribute refuses an attribute of several values', () => {
  const { names } = macroNames(contextOf({} as Vector))
  expect(() => renderTemplate("{{ current_user_attribute('teams') }}", names)).toThrow('several values')
})
