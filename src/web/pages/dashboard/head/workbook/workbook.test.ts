// @vitest-environment jsdom
import { readXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pieChart } from '#charts/pie/chart.ts'
import { fromRows } from '#core/table.ts'
import { rememberCsrf } from '../../../../data/call.ts'
import { useToasts } from '../../../../ui/feedback/toast.ts'
import { openingOf } from '../../fixture.ts'
import { createMount } from '../../state/mount.ts'
import { downloadWorkbook } from './download-workbook.ts'
import { sheetNames, sheetsOf } from './sheets.ts'

beforeEach(() => useToasts.setState({ toasts: [] }))
afterEach(() => vi.unstubAllGlobals())

test.each([
  [
    ['Sales', 'sales', 'Sales'],
    ['Sales', 'sales 2', 'Sales 3'],
  ],
  [['a/b: [c]*?'], ['a b c']],
  [
    ['', "'"],
    ['Chart', 'Chart 2'],
  ],
  [
    ['x'.repeat(40), 'x'.repeat(50)],
    ['x'.repeat(31), `${'x'.repeat(29)} 2`],
  ],
])('sheets of charts called %j are called %j', (names, expected) => expect(sheetNames(names)).toEqual(expected))

test('cells keep their type; texts are no formulas, long numbers keep their digits', () => {
  const day = Date.UTC(2024, 0, 2)
  const table = fromRows(
    ['=name', 'n', 'big', 'day', 'yes'],
    [1, 0, 0, 2, 3],
    [
      { '=name': '+1', n: 1.5, big: 12345678901234567890n, day, yes: true },
      { '=name': null, n: null, big: null, day: null, yes: null },
    ],
  )
  expect(
    sheetsOf([
      { name: 'A', tables: [table] },
      { name: 'B', tables: [], fault: 'No access' },
    ]),
  ).toEqual([
    {
      name: 'A',
      rows: [
        ["'=name", 'n', 'big', 'day', 'yes'],
        ["'+1", 1.5, '12345678901234567890', new Date(day), true],
        [null, null, null, null, null],
      ],
    },
    { name: 'B', rows: [['No access']] },
  ])
})

const chartOf = (id: number) => ({
  id,
  slice_name: `Chart ${id}`,
  description: null,
  certified_by: null,
  certification_details: null,
  form_data: { viz_type: 'pie', datasource: '1__table', groupby: ['a'], metric: 'm', row_limit: 10 },
})
const place = (chartId: number) => ({ type: 'CHART', children: [], meta: { chartId, width: 4, height: 20 } })

test('the charts of all tabs are one file, a sheet each, with the filters in force; one that fails says so on its sheet', async () => {
  rememberCsrf('token')
  const position = {
    ROOT_ID: { type: 'ROOT', children: ['TABS'] },
    GRID_ID: { type: 'GRID', children: [] },
    TABS: { type: 'TABS', children: ['T1', 'T2'] },
    T1: { type: 'TAB', children: ['r'], meta: { text: 'First' } },
    T2: { type: 'TAB', children: ['s'], meta: { text: 'Second' } },
    r: { type: 'ROW', children: ['a'], meta: {} },
    s: { type: 'ROW', children: ['b'], meta: {} },
    a: place(1),
    b: place(2),
  }
  const mask = { id: '7', extraFormData: { filters: [{ col: 'a', op: 'IN', val: ['x'] }] }, filterState: { value: ['x'] } }
  const { store } = createMount(
    openingOf(position, { charts: [1, 2].map(chartOf), chartTypes: { pie: pieChart }, masks: { 7: mask } as never, isEditing: false }),
  )
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    asked.push(body)
    return url.includes('slice_id%22%3A2')
      ? Response.json({ errors: [{ message: 'No such table' }] }, { status: 400 })
      : Response.json({ result: [{ colnames: ['a', 'm'], coltypes: [1, 0], data: [{ a: 'x', m: 3 }] }] })
  })
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await downloadWorkbook(store, 'Sales')
  const { sheets } = await readXlsx(new Uint8Array((await files[0]?.arrayBuffer()) ?? new ArrayBuffer()))
  expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([
    [
      'Chart 1',
      [
        ['a', 'm'],
        ['x', 3],
      ],
    ],
    ['Chart 2', [[expect.stringContaining('No such table')]]],
  ])
  expect(asked.every((body) => body.includes('"val":["x"]'))).toBe(true)
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['The data of 1 chart could not be read.'])
})
