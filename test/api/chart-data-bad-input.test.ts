import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Setup } from './chart-data/corpus.ts'
import { startStage, type EngineName, type Stage } from './chart-data/stage.ts'

/** Each bad query gets an answer in the wire's shape whose text names what is bad, and nothing of the inside. */
type Query = Record<string, unknown>
type Bad = [what: string, query: Query, status: number, text: string]

const sql = (sqlExpression: string, label = 'x') => ({ expressionType: 'SQL', sqlExpression, label })
const simple = (column_name: string, aggregate: string) => ({ expressionType: 'SIMPLE', column: { column_name }, aggregate, label: 'x' })
const axis = (timeGrain: string) => ({ columnType: 'BASE_AXIS', sqlExpression: 'year_date', label: 'd', expressionType: 'SQL', timeGrain })
const grouped = { columns: ['cluster'], metrics: ['count'] }
const ranged = { ...grouped, granularity: 'year_date', time_range: '2000-01-01 : 2001-01-01' }
const where = (text: string) => ({ ...grouped, extras: { where: text } })
const circles: Setup = {
  kind: 'dataset',
  name: 'circles',
  sql: 'SELECT pop, year FROM gapminder',
  calculated_columns: [
    { column_name: 'a', expression: 'b + 1' },
    { column_name: 'b', expression: 'a + 1' },
    { column_name: 'endless', expression: 'endless + 1' },
  ],
  metrics: [
    { metric_name: 'm1', expression: 'SUM(pop) + m2' },
    { metric_name: 'm2', expression: 'm1 * 2' },
    { metric_name: 'each', expression: 'pop' },
  ],
}

const stages = new Map<EngineName, Stage>()
const stageOf = (engine: EngineName): Stage => {
  const stage = stages.get(engine)
  if (!stage) throw new Error(`no stage ${engine}`)
  return stage
}

beforeAll(async () => {
  for (const engine of ['duckdb', 'sqlite'] as const) {
    const stage = await startStage(engine)
    stages.set(engine, stage)
    await stage.prepare({ setup: [circles] })
  }
})
afterAll(async () => {
  for (const stage of stages.values()) await stage.close()
})

const ask = (
  query: Query,
  { engine = 'duckdb', dataset = 'gapminder', rest = {} }: { engine?: EngineName; dataset?: string; rest?: object } = {},
) => {
  const stage = stageOf(engine)
  const payload = { datasource: { id: stage.datasetId(dataset), type: 'table' }, queries: [query], force: true, ...rest }
  return stage.caller.inject({ method: 'POST', url: '/api/v1/chart/data', payload })
}

type Answer = Awaited<ReturnType<typeof ask>>

const inside = /\bat [\w.<> ]+ \(|\.ts:\d|node_modules|\/tmp\/|\/work\/|undefined \(|\[object /

/** `{"message": …}` or `{"errors": [{message, error_type, level, extra}]}`, without a stack, a path or a word of ours. */
const textOf = (answer: Answer): string => {
  expect(answer.body).not.toMatch(inside)
  const body = answer.json() as { message?: string; errors?: { message: string; error_type: string; level: string }[] }
  if (body.message !== undefined) return body.message
  for (const error of body.errors ?? []) {
    expect(error).toMatchObject({ error_type: expect.stringMatching(/^[A-Z_]+_ERROR$/), level: expect.stringMatching(/^(error|warning)$/) })
  }
  return (body.errors ?? []).map(({ message }) => message).join('\n')
}

const refused = (answer: Answer, status: number, text: string) => {
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(status)
  expect(textOf(answer)).toContain(text)
}

describe('unknown names', () => {
  it.each<Bad>([
    ['column', { columns: ['nope'], metrics: ['count'] }, 400, "Columns missing in dataset: ['nope']"],
    ['column of a metric', { columns: ['cluster'], metrics: [simple('nope', 'SUM')] }, 400, "['nope']"],
    ['column in SQL', { columns: ['cluster'], metrics: [sql('SUM(nope)')] }, 400, 'nope'],
    ['column to order by', { ...grouped, orderby: [['nope', true]] }, 400, 'Unknown column used in orderby: nope'],
    [
      'column of an operation',
      { ...grouped, post_processing: [{ operation: 'sort', options: { by: 'nope' } }] },
      400,
      'Referenced columns',
    ],
    ['metric', { columns: ['cluster'], metrics: ['nope'] }, 400, "Metric 'nope' does not exist"],
    ['column and metric: the column is told first', { columns: ['nope'], metrics: ['no'] }, 400, "Columns missing in dataset: ['nope']"],
    ['aggregate', { columns: ['cluster'], metrics: [simple('pop', 'MEGA')] }, 400, 'Unknown aggregate: MEGA'],
    ['aggregate of objects', { columns: ['cluster'], metrics: [simple('pop', 'toString')] }, 400, 'Unknown aggregate: toString'],
    ['operator', { ...grouped, filters: [{ col: 'cluster', op: '~~', val: 1 }] }, 400, "{'op': ['Must be one of: =="],
    ['grain', { columns: [axis('P9Q')], metrics: ['count'] }, 400, 'No grain spec for P9Q'],
    ['grain of objects', { columns: [axis('constructor')], metrics: ['count'] }, 400, 'No grain spec for constructor'],
    ['grain in extras', { ...grouped, extras: { time_grain_sqla: 'P9Q' } }, 400, "{'time_grain_sqla': ['Must be one of: "],
    ['operation', { ...grouped, post_processing: [{ operation: 'teleport' }] }, 400, "{'operation': ['Must be one of: aggregate"],
    ['function', { columns: ['cluster'], metrics: [sql('NOPE(pop)')] }, 400, 'nope'],
    ['column without SQL', { columns: [{ label: 'x' }], metrics: ['count'] }, 400, "Columns missing in dataset: [{'label': 'x'}]"],
  ])('%s', async (_what, query, status, text) => {
    refused(await ask(query), status, text)
  })

  it('dataset of a known and of an unknown type', async () => {
    refused(await ask(grouped, { rest: { datasource: { id: 99_999, type: 'table' } } }), 404, 'Not found')
    refused(await ask(grouped, { rest: { datasource: { id: 'x', type: 'table' } } }), 400, 'Not a valid integer.')
    refused(await ask(grouped, { rest: { datasource: { id: 1, type: 'nope' } } }), 400, 'Must be one of: table, dataset')
  })

  it('filter column: the filter is ignored and reported as rejected', async () => {
    const answer = await ask({ ...grouped, filters: [{ col: 'nope', op: '==', val: 1 }] })
    expect(answer.json()).toMatchObject({ result: [{ rejected_filters: [{ column: 'nope', reason: 'not_in_datasource' }], rowcount: 6 }] })
  })
})

describe('names that are not strings', () => {
  it.each<Bad>([
    ['operator', { ...grouped, filters: [{ col: 'cluster', op: 5, val: 1 }] }, 400, "{'op': ['Not a valid string.']}"],
    ['grain in extras', { ...grouped, extras: { time_grain_sqla: ['P1D'] } }, 400, "{'time_grain_sqla': ['Not a valid string.']}"],
    ['relative start', { ...grouped, extras: { relative_start: true } }, 400, "{'relative_start': ['Not a valid string.']}"],
    ['operation', { ...grouped, post_processing: [{ operation: 5 }] }, 400, "{'operation': ['Not a valid string.']}"],
    ['operation left out', { ...grouped, post_processing: [{}] }, 400, "{'operation': ['Missing data for required field.']}"],
    ['parameters', { ...grouped, url_params: ['x'] }, 400, "{'url_params': ['Not a valid mapping type.']}"],
  ])('%s', async (_what, query, status, text) => {
    refused(await ask(query), status, text)
  })

  it('dataset', async () => {
    refused(await ask(grouped, { rest: { datasource: { id: 1, type: 5 } } }), 400, "{'type': ['Not a valid string.']}")
    refused(await ask(grouped, { rest: { datasource: { id: null, type: null } } }), 400, "{'id': ['Field may not be null.']")
  })
})

describe('limits', () => {
  it.each<Bad>([
    ['below nothing', { ...grouped, row_limit: -1 }, 400, '`row_limit` must be greater than or equal to 0'],
    ['offset below nothing', { ...grouped, row_offset: -1 }, 400, '`row_offset` must be greater than or equal to 0'],
    ['in words', { ...grouped, row_limit: 'many' }, 400, "{'row_limit': ['Not a valid integer.']}"],
    ['beyond numbers', { ...grouped, row_offset: 1e300 }, 400, "{'row_offset': ['Not a valid integer.']}"],
    ['series that are no columns', { ...grouped, series_columns: ['country'], series_limit: 3 }, 400, 'missing in `columns`: "country"'],
    ['fewer than no series', { ...grouped, series_columns: ['cluster'], series_limit: -3 }, 400, 'LIMIT must not be negative'],
    ['nothing asked at all', { columns: [], metrics: [] }, 400, 'Empty query?'],
    ['one label twice', { columns: ['cluster'], metrics: [sql('SUM(pop)', 'cluster')] }, 400, 'Duplicate column/metric labels: "cluster"'],
  ])('%s', async (_what, query, status, text) => {
    refused(await ask(query), status, text)
  })

  it('that are too large are lowered, with a warning', async () => {
    const { result } = (await ask({ columns: ['country'], row_limit: 10_000_000 })).json() as { result: Record<string, unknown>[] }
    expect(result[0]).toMatchObject({ rowcount: 682, warning: 'The row limit was lowered to 100000.' })
    const within = (await ask({ columns: ['country'], row_limit: 5 })).json() as { result: Record<string, unknown>[] }
    expect(within.result[0]).not.toHaveProperty('warning')
  })

  it('truncate a result that is too large, with a warning', async () => {
    const { host } = stageOf('duckdb').ctx
    const run = host.run.bind(host)
    const narrow = vi
      .spyOn(host, 'run')
      .mockImplementation(((job: { kind: string; limits?: { bytes: number } }, options: object) =>
        run((job.kind === 'data' ? { ...job, limits: { ...job.limits, bytes: 2_000 } } : job) as never, options)) as typeof host.run)
    try {
      const { result } = (await ask({ columns: ['country', 'year'] })).json() as { result: { data: unknown[]; rowcount: number }[] }
      expect(result[0]).toMatchObject({ warning: 'The result was too large and has been cut.', sql_rowcount: 682 })
      expect(result[0]?.data).toHaveLength(result[0]?.rowcount ?? -1)
      expect(result[0]?.rowcount).toBeLessThan(100)
    } finally {
      narrow.mockRestore()
    }
  })
})

describe.each(['duckdb', 'sqlite'] as const)('names of Object.prototype on %s', (engine) => {
  const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']
  const long = { expressionType: 'SQL', sqlExpression: 'MAX(pop)', label: 'l'.repeat(300) }

  it.each(inherited)('%s works as a label', async (label) => {
    const query = { columns: ['cluster'], metrics: [sql('COUNT(*)', label), long], orderby: [['cluster', true]], row_limit: 1 }
    const expected = `{"cluster":0,"${label}":44,"${long.label}":`
    for (const post_processing of [[], [{ operation: 'sort', options: { by: 'cluster' } }]]) {
      const answer = await ask({ ...query, post_processing }, { engine })
      expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
      expect(answer.body).toContain(expected)
      expect(answer.body).toContain(`"colnames":["cluster","${label}","${long.label}"]`)
      expect(answer.body).toContain(`"${label}":["COUNT(*)"]`)
    }
    const csv = await ask(query, { engine, rest: { result_format: 'csv' } })
    expect(csv.body.split('\n')[0]).toBe(`cluster,${label},${long.label}`)
  })

  it.each(inherited)('%s is an unknown name', async (name) => {
    refused(await ask({ columns: [name], metrics: ['count'] }, { engine }), 400, `Columns missing in dataset: ['${name}']`)
    refused(await ask({ columns: ['cluster'], metrics: [name] }, { engine }), 400, `Metric '${name}' does not exist`)
    const pivot = { operation: 'aggregate', options: { groupby: ['cluster'], aggregates: { x: { operator: name, column: 'count' } } } }
    refused(await ask({ ...grouped, post_processing: [pivot] }, { engine }), 400, name)
  })
})

describe('whole numbers beyond a double', () => {
  const long = '9007199254740993'
  const post = (query: string, resultType: string) => {
    const stage = stageOf('duckdb')
    const datasource = `"datasource":{"id":${stage.datasetId('gapminder')},"type":"table"}`
    const payload = `{${datasource},"result_type":"${resultType}","form_data":{"x":${long}},"queries":[{"columns":["cluster"],"metrics":["count"],${query}}]}`
    return stage.caller.inject({
      method: 'POST',
      url: '/api/v1/chart/data?explain=true',
      payload,
      headers: { 'content-type': 'application/json' },
    })
  }

  it.each([
    [`"filters":[{"col":"pop","op":"==","val":${long}}]`, 200, long],
    [`"filters":[{"col":"pop","op":"IN","val":[${long},1]}]`, 200, long],
    [`"filters":[{"col":"pop","op":"==","val":{"a":${long}}}]`, 400, 'A filter cannot compare with this value: '],
    [`"filters":[{"col":"pop","op":"IN","val":[{"a":${long}}]}]`, 400, 'A filter cannot compare with this value: '],
    [`"post_processing":[{"operation":"sort","options":{"by":[${long}]}}]`, 400, 'Invalid option of sort: by'],
    [
      `"annotation_layers":[{"name":"x","annotationType":"EVENT","sourceType":"NATIVE","value":${long},"show":true,"showMarkers":false}]`,
      400,
      'The annotation layer',
    ],
    [`"row_limit":${long}`, 400, 'Not a valid integer.'],
  ])('%s', async (query, status, text) => {
    const answer = await post(query, 'full')
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(status)
    expect(status === 200 ? answer.body : textOf(answer)).toContain(text)
    expect((await post(query, 'query')).statusCode).toBeLessThan(500)
  })

  it('keep all their digits', async () => {
    const answer = await post(`"filters":[{"col":"pop","op":"==","val":${long}}]`, 'query')
    expect(answer.body).toContain(`"op":"==","val":${long},"from":"chart"`)
  })
})

describe('huge requests', () => {
  const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown

  it.each([501, 20_000])('arrays nested %i levels deep', async (depth) => {
    const answer = await ask({ ...grouped, filters: [{ col: 'cluster', op: '==', val: nested(depth - 4) }] })
    refused(answer, 400, 'The request is nested more than 500 levels deep.')
  })

  it.each([
    ['blanks in a condition', { ...grouped, extras: { where: `1 = 1${' '.repeat(240_000)}OR 1 = 1` } }, 400],
    ['blanks in a column', { columns: [sql(`1${' '.repeat(240_000)}+ 1`)], row_limit: 1 }, 422],
    ['tabs in a value', { ...grouped, filters: [{ col: 'country', op: '==', val: `a${'\t'.repeat(400_000)}b` }] }, 200],
  ])('%s: parsed quickly', async (_what, query, status) => {
    const started = performance.now()
    expect((await ask(query)).statusCode).toBe(status)
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it('runs the maximum number of queries', async () => {
    const queries = Array.from({ length: 50 }, (_, i) => ({ ...grouped, row_limit: (i % 6) + 1 }))
    const { result } = (await ask({}, { rest: { queries } })).json() as { result: { rowcount: number }[] }
    expect(result.map(({ rowcount }) => rowcount)).toEqual(queries.map(({ row_limit }) => row_limit))
  })

  it('does not run the other queries when one fails', async () => {
    const { host } = stageOf('duckdb').ctx
    const running = vi.spyOn(host, 'run')
    try {
      const bad = { columns: [sql("CAST('x' AS INTEGER)")], metrics: ['count'] }
      const queries = [bad, ...Array.from({ length: 49 }, (_, i) => ({ ...grouped, row_limit: i + 1 }))]
      refused(await ask({}, { rest: { queries } }), 400, 'Could not convert')
      expect(running.mock.calls.length).toBeLessThan(50)
    } finally {
      running.mockRestore()
    }
  })
})

describe.each(['duckdb', 'sqlite'] as const)('expressions on %s', (engine) => {
  it.each<Bad>([
    ['calculated columns in a circle', { columns: ['a'], metrics: ['count'] }, 400, 'in a circle: a → b → a'],
    ['metrics in a circle', { columns: ['year'], metrics: ['m1'] }, 400, 'in a circle: m1 → m2 → m1'],
    ['a calculated column of itself', { columns: ['endless'], metrics: ['count'] }, 400, 'endless'],
    ['a saved metric that is no aggregate', { columns: ['year'], metrics: ['each'] }, 400, 'pop'],
    ['a metric that is no aggregate', { columns: ['year'], metrics: [sql('pop + 1')] }, 400, 'pop'],
    ['an aggregate of an aggregate', { columns: ['year'], metrics: [sql('SUM(SUM(pop))')] }, 400, 'aggregate'],
    ['an expression that is none', { columns: ['year'], metrics: [sql('SUM(pop')] }, 422, "Error parsing near 'pop'"],
    ['an empty expression', { columns: ['year'], metrics: [sql(' ')] }, 400, 'An SQL expression is empty.'],
    ['several expressions', { columns: [sql('year, pop')], row_limit: 1 }, 422, "Error parsing near 'year, pop' at line 1:7"],
    [
      'a clause with blanks behind it',
      { columns: ['year'], extras: { where: '1=1) or (1=1  ' } },
      400,
      'Invalid SQL clause: 1=1) or (1=1  ',
    ],
    [
      'a clause that goes on as a query',
      { columns: ['year'], extras: { where: '1 = 1 UNION SELECT 1, 2, 3' } },
      422,
      "Error parsing near 'UNION' at line 3:18",
    ],
    ['a value that comes apart', { columns: ['year'], extras: { where: 'year = ?' } }, 400, 'Invalid SQL clause: year = ?'],
    ['a text that does not end', { columns: ['year'], extras: { where: "year = 'x" } }, 400, "Invalid SQL clause: year = 'x"],
    [
      'more SQL than is read',
      { columns: ['year'], extras: { where: Array.from({ length: 30_000 }, (_, i) => `year > ${i}`).join(' AND ') } },
      400,
      'The SQL of this query is longer than 250000 characters.',
    ],
    ['not a number', { columns: ['year'], filters: [{ col: 'pop', op: '>', val: 'NaN' }] }, 400, 'NaN is not a number.'],
    ['infinity', { columns: ['year'], filters: [{ col: 'pop', op: '<', val: '-Infinity' }] }, 400, '-Infinity is not a number.'],
    ['a null character', { columns: ['year'], extras: { where: "year = 'a\0b'" } }, 400, 'year'],
  ])('%s', async (_what, query, status, text) => {
    refused(await ask(query, { engine, dataset: 'circles' }), status, text)
  })

  it('a division by zero gives null', async () => {
    const answer = await ask({ columns: ['year'], metrics: [sql('SUM(pop) / 0')], row_limit: 1 }, { engine, dataset: 'circles' })
    expect(answer.json()).toMatchObject({ result: [{ data: [{ x: null }] }] })
  })
})

describe('templates', () => {
  it.each<Bad>([
    ['that loop for long', where('{% for i in range(99999999) %}{{ i }}{% endfor %} 1=1'), 400, 'Range too big'],
    [
      'that loop in loops',
      where('{% for i in range(9999) %}{% for j in range(9999) %}{{ i }}{% endfor %}{% endfor %} 1=1'),
      400,
      'The template takes too many steps.',
    ],
    ['that call themselves', where('{% macro f(x) %}{{ f(x) }}{% endmacro %}{{ f(1) }} = 1'), 400, 'nested too deeply'],
    ['of very many brackets', where(`{{ ${'('.repeat(9_999)}1${')'.repeat(9_999)} }} = 1`), 400, 'nested too deeply'],
    ['of very many blocks', where(`${'{% if 1 %}'.repeat(5_000)}1=1${'{% endif %}'.repeat(5_000)}`), 400, 'nested too deeply'],
    ['that make much text', where("{{ 'a' * 99999999 }} = 1"), 400, 'too much text'],
    ['that make large numbers', where('{{ 9 ** (9 ** 9) }} = 1'), 400, 'The power is too large: at most 76 digits.'],
    ['that throw', where('{{ nope.x.y }} = 1'), 400, "Error in jinja expression in WHERE clause: 'nope' is undefined"],
    ['that divide by zero', where('{{ 1 / 0 }} = 1'), 400, 'division by zero'],
    ['that look inside', where("{{ ''.__class__.__mro__ }} = 1"), 400, "access to attribute '__class__'"],
    ['that are none', where('{{ 1 + }} = 1'), 422, 'Jinja2 template error (TemplateSyntaxError)'],
    ['of a metric', { columns: ['cluster'], metrics: [sql('{% for i in range(99999999) %}{% endfor %}')] }, 400, 'Range too big'],
    ['that ask for a dataset that is none', where('1 IN (SELECT 1 FROM {{ dataset(99999) }})'), 400, 'Dataset 99999 not found!'],
    ['that ask for a metric that is none', { columns: ['cluster'], metrics: [sql("{{ metric('nope') }}")] }, 400, 'nope'],
  ])('%s', async (_what, query, status, text) => {
    const started = performance.now()
    refused(await ask(query), status, text)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

describe('times', () => {
  it.each<Bad>([
    ['that are none', { ...ranged, time_range: 'blah : blub' }, 400, "{'time_range': ['Cannot parse time string [blah]']}"],
    ['that may be two', { ...ranged, time_range: '5 days : now' }, 400, 'Please specify [5 days ago] or [5 days later].'],
    ['that end before they begin', { ...ranged, time_range: '2020-01-01 : 2010-01-01' }, 400, 'From date cannot be larger than to date'],
    ['of a filter', { ...grouped, filters: [{ col: 'year_date', op: 'TEMPORAL_RANGE', val: 'xx : yy' }] }, 400, '[xx]'],
    [
      'of a filter, beyond the calendar',
      { ...grouped, filters: [{ col: 'year_date', op: '>', val: 1e17 }] },
      400,
      'this value: 100000000000000000',
    ],
    [
      'of a filter, before the calendar',
      { ...grouped, filters: [{ col: 'year_date', op: 'IN', val: [-1e300] }] },
      400,
      'this value: -1e+300',
    ],
    ['of a filter, not even text', { ...grouped, filters: [{ col: 'year_date', op: 'TEMPORAL_RANGE', val: 7 }] }, 400, 'must be a text'],
    ['that are far too long', { ...ranged, time_range: `${'1.1.'.repeat(50_000)} : now` }, 400, 'Cannot parse time string [1.1.1.1.'],
    ['that call without end', { ...ranged, time_range: 'DATEADD('.repeat(50_000) }, 400, 'Cannot parse time string [DATEADD('],
    ['moved by what is no time', { ...ranged, time_offsets: ['one moon ago'] }, 400, 'one moon ago'],
    ['moved by quarters', { ...ranged, time_offsets: ['1 quarter ago'] }, 400, '1 quarter ago. Count months instead.'],
    [
      'moved before the first year',
      { ...ranged, time_offsets: ['5000 years ago'] },
      400,
      '5000 years ago leads out of the years 1 to 9999',
    ],
    ['moved behind the last year', { ...ranged, time_offsets: ['99999999 weeks later'] }, 400, '99999999 weeks later leads out'],
    ['moved without an end', { ...grouped, time_offsets: ['1 year ago'] }, 400, 'An enclosed time range'],
  ])('%s', async (_what, query, status, text) => {
    refused(await ask(query), status, text)
  })
})
