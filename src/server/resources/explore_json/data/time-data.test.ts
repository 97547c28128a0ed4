import { describe, expect, it } from 'vitest'
import type { Row } from './answered.ts'
import { askLegacy as ask } from './ask-legacy.ts'

/** Shapes as Superset 6.1 answers them on explore_json. */

const DAY = 86_400_000
const day = (n: number) => Date.UTC(2021, 0, n)

const sales: Row[] = [
  { __timestamp: day(2), shop: 'B', sum: 4 },
  { __timestamp: day(1), shop: 'A', sum: 1 },
  { __timestamp: day(2), shop: 'A', sum: 3 },
]
const withoutShop: Row = { __timestamp: day(1), shop: null, sum: 9 }
const totals: Row[] = [1, 2, 3, 4].map((n) => ({ __timestamp: day(n), sum: n * n }))
const grouped = { metrics: ['sum'], groupby: ['shop'] }

const ys = (series: unknown) =>
  (series as { key: unknown; values: { y: number | null }[] }[]).map(({ key, values }) => [key, values.map(({ y }) => y)])

describe('series of time', () => {
  it('are in the order of their keys, with every time; rows without a group are a series', async () => {
    expect(await ask({ viz_type: 'line', ...grouped }, [...sales, withoutShop])).toEqual([
      {
        key: ['<NULL>'],
        values: [
          { x: day(1), y: 9 },
          { x: day(2), y: null },
        ],
      },
      {
        key: ['A'],
        values: [
          { x: day(1), y: 1 },
          { x: day(2), y: 3 },
        ],
      },
      {
        key: ['B'],
        values: [
          { x: day(1), y: null },
          { x: day(2), y: 4 },
        ],
      },
    ])
  })

  it.each([
    [
      'bar',
      [
        ['B', [null, 4]],
        ['A', [1, 2]],
      ],
    ],
    [
      'compare',
      [
        ['A', [1, 2]],
        ['B', [null, 4]],
      ],
    ],
  ])('of %s', async (viz_type, expected) => {
    const rows = sales.map((row) => ({ ...row, sum: row['sum'] === 3 ? 2 : row['sum'] }))
    expect(ys(await ask({ viz_type, ...grouped }, rows)).map(([key, values]) => [String(key), values])).toEqual(expected)
  })

  it('have the metric in their key where there are several, and alone where there are no groups', async () => {
    const rows = [{ __timestamp: day(1), shop: 7, sum: 1, count: 2 }]
    expect(ys(await ask({ viz_type: 'line', metrics: ['sum', 'count'], groupby: ['shop'] }, rows))).toEqual([
      [['count', '7'], [2]],
      [['sum', '7'], [1]],
    ])
    expect(ys(await ask({ viz_type: 'line', metrics: ['sum'] }, [{ __timestamp: day(1), sum: 1 }]))).toEqual([['sum', [1]]])
  })

  it.each<[string, object, (number | null)[]]>([
    ['as they are', {}, [1, 4, 9, 16]],
    ['means of a window', { rolling_type: 'mean', rolling_periods: 2, min_periods: 1 }, [2.5, 6.5, 12.5]],
    ['sums of a window', { rolling_type: 'sum', rolling_periods: 2, min_periods: 0 }, [1, 5, 13, 25]],
    ['running totals', { rolling_type: 'cumsum' }, [1, 5, 14, 30]],
    ['sums of two days', { resample_rule: '2D', resample_method: 'sum' }, [5, 25]],
    ['shares', { contribution: true }, [1, 1, 1, 1]],
  ])('have %s', async (_, given, values) => {
    expect(ys(await ask({ viz_type: 'line', metrics: ['sum'], ...given }, totals))).toEqual([['sum', values]])
  })

  it('keep what is missing in running totals', async () => {
    expect(ys(await ask({ viz_type: 'line', rolling_type: 'cumsum', ...grouped }, sales))).toEqual([
      [['A'], [1, 4]],
      [['B'], [null, 4]],
    ])
  })

  const range = { since: day(1), until: day(5) }
  const before = [
    { __timestamp: day(1), sum: 2 },
    { __timestamp: day(3), sum: 4 },
  ]

  it.each<[string, unknown[]]>([
    [
      'values',
      [
        ['sum', [1, 4, 9, 16]],
        [
          ['sum', '1 week offset'],
          [2, 4],
        ],
      ],
    ],
    [
      'absolute',
      [
        [
          ['sum', '1 week offset'],
          [-1, 1, 5, 12],
        ],
      ],
    ],
    [
      'percentage',
      [
        [
          ['sum', '1 week offset'],
          [-0.5, 1 / 3, 1.25, 3],
        ],
      ],
    ],
    [
      'ratio',
      [
        [
          ['sum', '1 week offset'],
          [0.5, 4 / 3, 2.25, 4],
        ],
      ],
    ],
  ])('are compared with those of a time shift by %s', async (comparison_type, expected) => {
    const form = { viz_type: 'compare', metrics: ['sum'], time_compare: ['1 week'], comparison_type }
    const found = await ask(form, totals, { ...range, shifted: [before] })
    expect(ys(found)).toEqual(expected)
    expect((found as object[]).at(-1)).toHaveProperty('classed', 'time-shift-0')
  })

  it('are compared between the known values of the shift, and after the last', async () => {
    const form = { viz_type: 'compare', metrics: ['sum'], time_compare: ['1 week'], comparison_type: 'absolute' }
    const shift = [
      { __timestamp: day(2), sum: 10 },
      { __timestamp: day(4), sum: 30 },
    ]
    const rows = [1, 2, 3, 4, 5].map((n) => ({ __timestamp: day(n), sum: 0 }))
    expect(ys(await ask(form, rows, { ...range, shifted: [shift] }))).toEqual([
      [
        ['sum', '1 week offset'],
        [-10, -20, -30, -30],
      ],
    ])
  })

  it('are compared within a closed range only', async () => {
    const form = { viz_type: 'line', metrics: ['sum'], time_compare: ['1 week'] }
    await expect(ask(form, totals, { since: day(1), shifted: [before] })).rejects.toMatchObject({
      body: { error: expect.stringContaining('An enclosed time range') },
    })
  })

  it.each<[object, string]>([
    [{ comparison_type: 'nonsense' }, 'Invalid `comparison_type`: nonsense'],
    [{ rolling_type: 'mean', rolling_periods: 9, min_periods: 9 }, 'Applied rolling window did not return any data.'],
  ])('%j is an error', async (given, error) => {
    await expect(ask({ viz_type: 'line', metrics: ['sum'], ...given }, totals)).rejects.toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(error) },
    })
  })

  it('need a time column', async () => {
    await expect(ask({ viz_type: 'line', metrics: ['sum'] }, [{ sum: 1 }])).rejects.toThrow('Datetime column not provided')
  })
})

describe('what is made of series', () => {
  it('petals of a rose, by time in ns', async () => {
    expect(await ask({ viz_type: 'rose', ...grouped }, sales)).toEqual({
      '1609459200000000000': [
        { key: ['A'], value: 1, name: ['A'], time: day(1) },
        { key: ['B'], value: 0, name: ['B'], time: day(1) },
      ],
      '1609545600000000000': [
        { key: ['A'], value: 3, name: ['A'], time: day(2) },
        { key: ['B'], value: 4, name: ['B'], time: day(2) },
      ],
    })
  })

  it('samples of a t-test, by metric', async () => {
    const values = [
      { x: day(1), y: 1 },
      { x: day(2), y: 3 },
    ]
    expect(await ask({ viz_type: 'paired_ttest', ...grouped }, sales)).toMatchObject({ sum: [{ group: ['A'], values }, { group: ['B'] }] })
    expect(await ask({ viz_type: 'paired_ttest', metrics: ['sum'] }, totals)).toMatchObject({ sum: [{ group: 'All' }] })
  })

  it('samples of a metric of any name', async () => {
    const found = await ask({ viz_type: 'paired_ttest', metrics: ['constructor'] }, [{ __timestamp: day(1), constructor: 1 }])
    expect(found).toEqual({ constructor: [{ group: 'All', values: [{ x: day(1), y: 1 }] }] })
  })

  it('records of a time table', async () => {
    const records = { '2021-01-01 00:00:00+00:00': { A: 1, B: null }, '2021-01-02 00:00:00+00:00': { A: 3, B: 4 } }
    expect(await ask({ viz_type: 'time_table', ...grouped }, sales)).toEqual({ records, columns: ['A', 'B'], is_group_by: true })
    expect(await ask({ viz_type: 'time_table', metrics: ['sum'] }, totals)).toMatchObject({ columns: ['sum'], is_group_by: false })
  })

  it('periods laid over one another', async () => {
    const rows = [1, 4, 8, 11].map((n) => ({ __timestamp: day(n), sum: n }))
    expect(await ask({ viz_type: 'time_pivot', metric: 'sum', freq: 'W-MON' }, rows)).toEqual([
      {
        key: '-1',
        values: [
          { x: day(11), y: 4 },
          { x: day(15), y: 8 },
        ],
        rank: 1,
        perc: 1 - 1 / 3,
      },
      {
        key: '-2',
        values: [
          { x: day(11), y: null },
          { x: day(15), y: 1 },
        ],
        rank: 2,
        perc: 1 - 2 / 3,
      },
      {
        key: 'current',
        values: [
          { x: day(11), y: 11 },
          { x: day(15), y: null },
        ],
        rank: 0,
        perc: 1,
      },
    ])
  })

  it.each<[string, number[]]>([
    ['AS', [day(1)]],
    ['MS', [day(1)]],
    ['M', [day(1) - DAY, day(31)]],
    ['QS', [day(1)]],
    ['52W-SUN', [Date.UTC(2020, 11, 27), day(31)]],
    ['D', [day(1), day(31)]],
  ])('with the frequency %s', async (freq, starts) => {
    const rows = [1, 31].map((n) => ({ __timestamp: day(n), sum: n }))
    const found = (await ask({ viz_type: 'time_pivot', metric: 'sum', freq }, rows)) as object[]
    expect(found).toHaveLength(starts.length)
  })

  it('a frequency that is none is an error', async () => {
    await expect(ask({ viz_type: 'time_pivot', metric: 'sum', freq: 'often' }, totals)).rejects.toMatchObject({
      body: { error: 'Invalid frequency: often' },
    })
  })
})

describe('a calendar', () => {
  const form = { viz_type: 'cal_heatmap', metrics: ['sum'], subdomain_granularity: 'day' }
  const range = { since: day(1), until: Date.UTC(2022, 1, 3) }

  it.each<[string, number]>([
    ['year', 2],
    ['month', 14],
    ['week', 54],
    ['day', 399],
    ['hour', 9553],
  ])('has a domain for each %s', async (domain_granularity, count) => {
    expect(await ask({ ...form, domain_granularity }, totals.slice(0, 1), range)).toEqual({
      data: { sum: { '1609459200.0': 1 } },
      start: day(1),
      domain: domain_granularity,
      subdomain: 'day',
      range: count,
    })
  })

  it('needs both ends', async () => {
    await expect(ask(form, totals, { since: day(1) })).rejects.toMatchObject({
      body: { error: 'Please provide both time bounds (Since and Until)' },
    })
  })
})

describe('a partition', () => {
  const rows: Row[] = [
    { __timestamp: day(1), size: 'L', kind: 'x', n: 1 },
    { __timestamp: day(2), size: 'L', kind: 'x', n: 4 },
    { __timestamp: day(1), size: 'L', kind: 'y', n: 5 },
    { __timestamp: day(2), size: 'S', kind: 'y', n: 2 },
  ]
  const form = { viz_type: 'partition', metrics: ['n'], groupby: ['size', 'kind'] }
  const flat = (nodes: unknown): unknown[] =>
    (nodes as { name: unknown; val: unknown; children: unknown }[]).flatMap(({ name, val, children }) => [[name, val], ...flat(children)])

  it.each<[string | undefined, unknown[]]>([
    [
      undefined,
      [
        ['n', 12],
        ['L', 10],
        [['L', 'x'], 5],
        [['L', 'y'], 5],
        ['S', 2],
        [['S', 'y'], 2],
      ],
    ],
    [
      'agg_mean',
      [
        ['n', 3],
        ['L', 10 / 3],
        [['L', 'x'], 2.5],
        [['L', 'y'], 5],
        ['S', 2],
        [['S', 'y'], 2],
      ],
    ],
    [
      'point_diff',
      [
        ['n', 0],
        ['L', -2],
        [['L', 'x'], 3],
        [['L', 'y'], -5],
        ['S', 2],
        [['S', 'y'], 2],
      ],
    ],
    [
      'point_factor',
      [
        ['n', 1],
        ['L', 4 / 6],
        [['L', 'x'], 4],
        [['L', 'y'], 0],
        ['S', null],
        [['S', 'y'], null],
      ],
    ],
    [
      'point_percent',
      [
        ['n', 0],
        ['L', 4 / 6 - 1],
        [['L', 'x'], 3],
        [['L', 'y'], -1],
        ['S', null],
        [['S', 'y'], null],
      ],
    ],
  ])('of %s', async (time_series_option, expected) => {
    expect(flat(await ask({ ...form, time_series_option }, rows))).toEqual(expected)
  })

  it('has the rows without a group, too', async () => {
    const more = [...rows, { __timestamp: day(2), size: null, kind: 'y', n: 8 }]
    expect(flat(await ask(form, more)).slice(0, 3)).toEqual([
      ['n', 20],
      ['<NULL>', 8],
      [['<NULL>', 'y'], 8],
    ])
  })

  it('by time has the times on its first level', async () => {
    const found = flat(await ask({ ...form, groupby: ['size'], time_series_option: 'time_series' }, rows))
    expect(found).toEqual([
      ['n', 12],
      [day(1), 6],
      [[day(1), 'L'], 6],
      [day(2), 6],
      [[day(2), 'L'], 4],
      [[day(2), 'S'], 2],
    ])
  })

  it('over time has a tree for each time', async () => {
    const [tree] = (await ask({ ...form, time_series_option: 'adv_anal' }, rows)) as { name: string; children: unknown[] }[]
    expect(tree?.name).toBe('n')
    expect(flat(tree?.children)).toEqual([
      [day(1), 6],
      ['L', 6],
      ['x', 1],
      ['y', 5],
      ['S', 0],
      ['y', 0],
      [day(2), 6],
      ['L', 4],
      ['x', 4],
      ['y', 0],
      ['S', 2],
      ['y', 2],
    ])
  })
})
