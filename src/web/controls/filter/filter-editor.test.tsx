// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { DatasetFacts } from '#charts/control.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { operatorOf } from '#core/query/filter-operators.ts'
import { SurfaceContext, defaultSurface as surface } from '../control-props.ts'
import { loadOverlayParts } from '../../ui/overlay/parts.ts'
import { newFilter, withOperatorId } from './filter-draft.ts'
import { FilterEditor } from './FilterEditor.tsx'

// jsdom has no media queries; the theme asks one when it is loaded.
vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList
})

beforeAll(loadOverlayParts)
beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 800 })
  Element.prototype.scrollTo = () => {}
})
afterEach(() => vi.unstubAllGlobals())

const price = { column_name: 'price', type: 'DOUBLE', is_dttm: false }
const port = { column_name: 'port', type: 'BIGINT', is_dttm: false, advanced_data_type: 'port' }
const dataset: DatasetFacts = {
  id: 3,
  columns: [price, port],
  metrics: [{ metric_name: 'total', expression: 'SUM(price)' }],
  main_dttm_col: null,
}

const above = (column: DatasetFacts['columns'][number], value: unknown) => ({
  ...withOperatorId(newFilter(column), 'GREATER_THAN'),
  comparator: value,
})

const open = (start: AdhocFilter, facts = dataset) => {
  const onFilter = vi.fn()
  const Held = () => {
    const [filter, setFilter] = useState(start)
    const keep = (next: AdhocFilter) => {
      onFilter(next)
      setFilter(next)
    }
    return <FilterEditor filter={filter} dataset={facts} onFilter={keep} onRemove={() => {}} onSave={() => {}} onClose={() => {}} />
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Held />
    </QueryClientProvider>,
  )
  return { onFilter, canSave: () => !(screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled }
}

const type = (value: string) => {
  const input = screen.getByRole('textbox', { name: 'Value' })
  fireEvent.change(input, { target: { value } })
  fireEvent.blur(input)
}

test('Save is enabled while the filter is changed and valid', () => {
  const { canSave, onFilter } = open(above(price, 5))
  expect(canSave()).toBe(false)
  type('6')
  expect(canSave()).toBe(true)
  type('')
  expect(canSave()).toBe(false)
  type('5')
  expect(canSave()).toBe(false)
  expect(onFilter).toHaveBeenLastCalledWith(expect.objectContaining({ comparator: 5 }))
})

test('a metric is a subject, with six operators', () => {
  const { onFilter, canSave } = open(above(price, 5))
  fireEvent.click(screen.getByRole('combobox', { name: 'Column' }))
  fireEvent.click(screen.getByRole('option', { name: 'total' }))
  expect(onFilter).toHaveBeenLastCalledWith(expect.objectContaining({ clause: 'HAVING', sqlExpression: 'SUM(price) > 0' }))
  type('100')
  fireEvent.click(screen.getByRole('combobox', { name: 'Operator' }))
  expect(screen.getAllByRole('option')).toHaveLength(6)
  fireEvent.click(screen.getByRole('option', { name: 'is at most' }))
  expect(onFilter).toHaveBeenLastCalledWith(expect.objectContaining({ expressionType: 'SQL', sqlExpression: 'SUM(price) <= 100' }))
  expect(canSave()).toBe(true)
})

test('conditions are grouped into one SQL filter', async () => {
  const { onFilter, canSave } = open(above(price, 5))
  fireEvent.click(screen.getByRole('radio', { name: 'And/or' }))
  const [, column] = await screen.findAllByRole('combobox', { name: 'Column' })
  expect(canSave()).toBe(false)
  fireEvent.click(column as HTMLElement)
  fireEvent.click(screen.getByRole('option', { name: 'port' }))
  const input = screen.getAllByRole('textbox', { name: 'Value' })[1] as HTMLElement
  fireEvent.change(input, { target: { value: '22, 80' } })
  fireEvent.blur(input)
  expect(onFilter).toHaveBeenLastCalledWith(expect.objectContaining({ clause: 'WHERE', sqlExpression: 'price > 5 OR port IN (22, 80)' }))
  fireEvent.click(screen.getByRole('radio', { name: 'All are true' }))
  expect(onFilter).toHaveBeenLastCalledWith(expect.objectContaining({ sqlExpression: 'price > 5 AND port IN (22, 80)' }))
  expect(canSave()).toBe(true)
})

test('a column that differs only in case is proposed', () => {
  const { onFilter } = open({ ...above(price, 5), subject: 'PRICE' })
  fireEvent.click(screen.getByRole('button', { name: 'Use “price”' }))
  expect(onFilter).toHaveBeenLastCalledWith(expect.objectContaining({ subject: 'price', comparator: 5 }))
})

test('a search without results says how to filter on a metric', async () => {
  const many = Array.from({ length: 9 }, (_, i) => ({ ...price, column_name: `c${i}` }))
  open(above(price, 5), { ...dataset, columns: [price, ...many] })
  fireEvent.click(screen.getByRole('combobox', { name: 'Column' }))
  fireEvent.change(screen.getByRole('combobox', { name: 'Search' }), { target: { value: 'nothing' } })
  expect(await screen.findByText('No such column found. To filter on a metric, try the Custom SQL tab.')).toBeTruthy()
})

test('a value of an advanced data type is checked after a pause, and an error disables Save', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: Request | string) => {
    const url = decodeURIComponent(typeof input === 'string' ? input : input.url)
    if (!url.includes('advanced_data_type/convert')) return Response.json({ result: [] })
    asked.push(url)
    const result = url.includes('nope')
      ? {
          values: [],
          error_message: "'nope' does not appear to be a port name or number",
          display_value: '',
          valid_filter_operators: ['EQUALS'],
        }
      : { values: [443], error_message: '', display_value: '443', valid_filter_operators: ['EQUALS', 'GREATER_THAN'] }
    return Response.json({ result })
  })
  const { canSave } = open(above(port, 80))
  type('https')
  expect(asked.filter((url) => url.includes('https'))).toHaveLength(0)
  await waitFor(() => expect(screen.getByText('443')).toBeTruthy(), { timeout: 5000 })
  expect(canSave()).toBe(true)
  fireEvent.click(screen.getByRole('combobox', { name: 'Operator' }))
  expect(screen.getAllByRole('option')).toHaveLength(2)
  fireEvent.click(screen.getByRole('option', { name: 'is above' }))
  type('nope')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('does not appear to be a port'), { timeout: 5000 })
  expect(canSave()).toBe(false)
})

test('the newest partition is offered for the only partition column, and becomes SQL that the server completes', async () => {
  const table = { databaseId: 7, name: 'sales', schema: 'public', catalog: null }
  const partitions = { cols: ['price'], latest: { price: '9' }, is_range: true }
  vi.stubGlobal(
    'fetch',
    async (url: string) =>
      new Response(JSON.stringify(url.startsWith('/api/v1/database/7/table_metadata/extra/') ? { partitions } : { result: [] })),
  )
  const onFilter = vi.fn()
  const editor = (column: typeof price) => (
    <QueryClientProvider client={new QueryClient()}>
      <SurfaceContext value={{ ...surface, table }}>
        <FilterEditor
          filter={above(column, 3)}
          dataset={dataset}
          onFilter={onFilter}
          onRemove={() => {}}
          onSave={() => {}}
          onClose={() => {}}
        />
      </SurfaceContext>
    </QueryClientProvider>
  )
  render(editor(price))
  fireEvent.click(screen.getByRole('combobox', { name: 'Operator' }))
  await screen.findByRole('option', { name: 'is the latest partition' })
  fireEvent.click(screen.getByRole('option', { name: 'is the latest partition' }))
  expect(onFilter).toHaveBeenLastCalledWith(
    expect.objectContaining({
      expressionType: 'SQL',
      clause: 'WHERE',
      sqlExpression: "price >= '{{ presto.latest_partition('public.sales') }}'",
    }),
  )
})

test('one click shows how the values of the column are distributed', async () => {
  const answer = { colnames: ['__low', '__high', '__mid', '__filled', '__rows'], coltypes: [0, 0, 0, 0, 0] }
  vi.stubGlobal('fetch', async (url: string) => {
    const rows = [{ __low: 7, __high: 7, __mid: 7, __filled: 3, __rows: 3 }]
    return new Response(JSON.stringify({ result: url.startsWith('/api/v1/chart/data') ? [{ ...answer, data: rows }] : [] }))
  })
  open(above(price, 3))
  expect(screen.queryByText('Highest')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show the distribution' }))
  expect((await screen.findByText('Highest')).nextElementSibling?.textContent).toBe('7')
  fireEvent.click(screen.getByRole('button', { name: 'Hide the distribution' }))
  expect(screen.queryByText('Highest')).toBeNull()
})

test('ranges of time are not among the operators; a time column begins with one', async () => {
  const day = { column_name: 'day', type: 'TIMESTAMP', is_dttm: true }
  const { onFilter } = open({ ...withOperatorId(newFilter(day), 'IS_NOT_NULL') }, { ...dataset, columns: [day, price] })
  fireEvent.click(screen.getByRole('combobox', { name: 'Operator' }))
  const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(offered.length).toBeGreaterThan(5)
  expect(offered).not.toContain(operatorOf('TEMPORAL_RANGE').words)
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  fireEvent.click(screen.getByRole('combobox', { name: 'Column' }))
  fireEvent.click(await screen.findByRole('option', { name: /day/ }))
  expect(onFilter).toHaveBeenLastCalledWith(expect.objectContaining({ subject: 'day', operator: 'TEMPORAL_RANGE' }))
})
