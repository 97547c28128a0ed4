import { describe, expect, test } from 'vitest'
import type { Control, ControlState, DatasetFacts } from '#charts/control.ts'
import { charts } from '#charts/index.ts'
import { spatial } from '#charts/shared/form/rare-controls.ts'
import { loadCatalogue } from '#core/i18n/load-catalogue.ts'
import { t, translator } from '#core/i18n/t.ts'
import { rejectionOf, resetsOnHide, summarize } from './behaviors.ts'

const dataset: DatasetFacts = {
  id: 3,
  columns: [
    { column_name: 'date', type: 'TIMESTAMP', is_dttm: true },
    { column_name: 'symbol', verbose_name: 'Ticker', type: 'TEXT', is_dttm: false },
  ],
  metrics: [{ metric_name: 'avg_price', verbose_name: 'Average price', expression: 'AVG(price)' }],
  main_dttm_col: 'date',
}
const declared = (control: object): Control => ({ name: 'it', label: 'It', ...control }) as Control
const stateOf = (value: unknown): ControlState => ({ form: { viz_type: 'x', datasource: '3__table', it: value }, dataset })

const sum = { expressionType: 'SIMPLE', column: { column_name: 'price' }, aggregate: 'SUM', label: 'SUM(price)' }
const expression = { expressionType: 'SQL', sqlExpression: 'upper(symbol)', label: 'Upper' }
const since2009 = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'date', operator: 'TEMPORAL_RANGE', comparator: 'Last year' }
const two = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'symbol', operator: 'IN', comparator: ['GOOG', 'IBM'] }
const having = { expressionType: 'SQL', clause: 'HAVING', sqlExpression: 'COUNT(*) > 5' }
const limits = [{ value: 1000, label: '1000' }]
const grains = [{ value: 'P1M', label: 'Month' }]

describe('a summary', () => {
  test.each<[Record<string, unknown> & { type: Control['type'] }, unknown, string]>([
    [{ type: 'metric' }, 'avg_price', 'Average price'],
    [{ type: 'metric' }, null, ''],
    [{ type: 'metrics' }, ['avg_price', sum, 'gone'], 'Average price, SUM(price), gone'],
    [{ type: 'column' }, 'symbol', 'Ticker'],
    [{ type: 'columns' }, ['symbol', expression], 'Ticker, Upper'],
    [{ type: 'filters' }, [since2009, two, having], 'date: Last year, Ticker: 2 values, COUNT(*) > 5'],
    [{ type: 'filters' }, [], ''],
    [{ type: 'time-range' }, '2004-08-01T00:00:00 : 2009-01-01T00:00:00', 'Aug 2004 to Dec 2008'],
    [{ type: 'time-range' }, undefined, 'No filter'],
    [{ type: 'time-grain', choices: grains }, 'P1M', 'Month'],
    [{ type: 'select', choices: limits }, 1000, '1,000'],
    [{ type: 'select', choices: limits, freeForm: true }, 25000, '25,000'],
    [{ type: 'select', choices: () => [{ value: null, label: 'None' }] }, undefined, 'None'],
    [{ type: 'select', choices: limits }, null, ''],
    [{ type: 'select-many', choices: grains, freeForm: true }, ['P1M', '1 week ago'], 'Month, 1 week ago'],
    [{ type: 'checkbox' }, true, 'On'],
    [{ type: 'checkbox' }, undefined, 'Off'],
    [{ type: 'text' }, 'Sales', 'Sales'],
    [{ type: 'number-text' }, 12, '12'],
    [{ type: 'text-area' }, '\n  {{ first }}\nsecond', '{{ first }}'],
    [{ type: 'number' }, 0, '0'],
    [{ type: 'slider' }, 0.5, '0.5'],
    [{ type: 'bounds' }, [0, 10], '0 to 10'],
    [{ type: 'bounds' }, [0, null], 'from 0'],
    [{ type: 'bounds' }, [null, 10], 'up to 10'],
    [{ type: 'bounds' }, [null, null], ''],
    [{ type: 'color' }, { r: 0, g: 122, b: 135, a: 1 }, '#007a87'],
    [{ type: 'color' }, { r: 0, g: 122, b: 135, a: 0.5 }, 'rgba(0, 122, 135, 0.5)'],
    [{ type: 'color' }, null, ''],
    [{ type: 'color-scheme' }, 'chartroom', 'Chartroom'],
    [{ type: 'sequential-scheme' }, 'chartroom_diverging', 'Chartroom, diverging'],
    [{ type: 'sequential-scheme' }, 'gone', 'Chartroom'],
    [{ type: 'sort-by' }, 'price', 'price'],
    [{ type: 'column-config' }, { price: { columnWidth: 40 }, date: {} }, '1 column customized'],
    [{ type: 'column-config' }, {}, ''],
    [{ type: 'conditional-formatting' }, [{ column: 'price', operator: '>', targetValue: 5 }], 'price > 5'],
    [{ type: 'annotation-layers' }, [{ name: 'Crash' }, { name: 'Trend' }], 'Crash, Trend'],
    [{ type: 'currency' }, { symbol: 'USD', symbolPosition: 'suffix' }, '$ (USD) as a suffix'],
    [{ type: 'currency' }, { symbol: 'XTS' }, 'XTS as a prefix'],
    [{ type: 'currency' }, null, ''],
    [{ type: 'hidden' }, 'anything', ''],
    [{ type: 'time-column' }, 'date', 'date'],
    [{ type: 'async-select' }, [3, 'b'], '3, b'],
    [{ type: 'fixed-or-metric' }, { type: 'fix', value: 1000 }, '1000'],
    [{ type: 'fixed-or-metric' }, { type: 'metric', value: 'avg_price' }, 'Average price'],
    [{ type: 'spatial' }, { type: 'latlong', latCol: 'lat', lonCol: 'lon' }, 'lon, lat'],
    [{ type: 'spatial' }, { type: 'geohash', geohashCol: 'hash' }, 'hash'],
    [{ type: 'viewport' }, { longitude: 6.85236157047845, latitude: -31.222656842808707 }, `6° 51' 8.50" | -31° 13' 21.56"`],
    [{ type: 'time-series-column' }, { key: 'a', label: 'Last week' }, 'Last week'],
    [{ type: 'filter-item' }, { key: 'a', column: 'symbol' }, 'symbol'],
    [{ type: 'collection' }, [{ key: 'a', label: 'Last week' }, { key: 'b' }], 'Last week, (not named)'],
  ])('of %j over %j reads %j', (control, value, text) => expect(summarize(declared(control), stateOf(value), t)).toBe(text))

  test('is written in the language of the page', async () => {
    const texts = await loadCatalogue('de', 'explore')
    const german = translator({ locale: 'de', texts })
    expect(summarize(declared({ type: 'checkbox' }), stateOf(true), german)).toBe('Ein')
    expect(summarize(declared({ type: 'bounds' }), stateOf([1, null]), german)).toBe('ab 1')
  })

  test('is one line for the default of every control', () => {
    for (const chart of charts)
      for (const control of chart.controls.flatMap((section) => section.rows.flat())) {
        const form = { viz_type: chart.viz_type, datasource: '3__table', [control.name]: control.default }
        expect(summarize(control, { form, dataset }, t), `${chart.viz_type} ${control.name}`).not.toMatch(/\n|undefined|\[object/)
      }
  })
})

describe('a rejection', () => {
  const isEven = (value: unknown) => (Number(value) % 2 === 0 ? null : 'is odd')
  test.each<[Record<string, unknown> & { type: Control['type'] }, unknown, ReturnType<typeof rejectionOf>]>([
    [{ type: 'metric', required: true }, null, { text: 'cannot be empty: choose a metric', isStored: true }],
    [{ type: 'columns', required: true }, [], { text: 'cannot be empty: choose a column', isStored: true }],
    [{ type: 'column', required: true, columns: 'temporal' }, '', { text: 'cannot be empty: choose a column of times', isStored: true }],
    [{ type: 'column', required: true, columns: 'numeric' }, '', { text: 'This dataset has no column of numbers.', isStored: true }],
    [{ type: 'select', required: true, choices: [] }, null, { text: 'cannot be empty: choose a value', isStored: true }],
    [{ type: 'number' }, 'x1', { text: 'is expected to be a number', isStored: true }],
    [{ type: 'number' }, '1.', null],
    [{ type: 'number' }, null, null],
    [{ type: 'number', validate: isEven }, 3, { text: 'is odd', isStored: true }],
    [{ type: 'bounds' }, [1, 'x'], { text: 'is expected to be a number', isStored: false }],
    [{ type: 'bounds' }, [null, 2], null],
    [{ type: 'text' }, 'x1', null],
    [{ type: 'color' }, { r: 0, g: 122, b: 135, a: 0.5 }, null],
    [{ type: 'color' }, { r: 0, g: 122, b: 135, a: 2 }, { text: 'Invalid color: rgba(0, 122, 135, 2)', isStored: true }],
    [spatial('it', 'It'), null, null],
    [spatial('it', 'It'), { type: 'latlong', latCol: 'a' }, { text: 'Invalid lat/long configuration.', isStored: true }],
    [spatial('it', 'It'), { type: 'geohash', geohashCol: 'a' }, null],
    [{ type: 'fixed-or-metric' }, { type: 'fix', value: 'x1' }, { text: 'is expected to be a number', isStored: true }],
    [{ type: 'fixed-or-metric' }, { type: 'metric', value: null }, { text: 'cannot be empty: choose a metric', isStored: true }],
    [{ type: 'collection', required: true }, [], { text: 'cannot be empty: choose a value', isStored: true }],
    [{ type: 'time-column', required: true }, null, { text: 'cannot be empty: choose a column of times', isStored: true }],
  ])('of %j over %j', (control, value, rejection) =>
    expect(rejectionOf(declared(control), value, { state: stateOf(value), t })).toEqual(rejection),
  )
})

test.each<[Record<string, unknown> & { type: Control['type'] }, boolean]>([
  [{ type: 'checkbox' }, true],
  [{ type: 'checkbox', resetOnHide: false }, false],
  [{ type: 'hidden' }, false],
])('%j resets when it is hidden: %j', (control, resets) => expect(resetsOnHide(declared(control))).toBe(resets))
