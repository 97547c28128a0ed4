// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ColumnsCheck } from '#api/dataset-columns.ts'
import { TableColumnsDialog } from './TableColumnsDialog.tsx'

const sent: { method: string; url: string; body: unknown }[] = []
let found: ColumnsCheck
const onChanged = vi.fn()

const nothing = { added: [], changed: [], lost: [], charts: [], hidden_charts: 0, filters: [], hidden_filters: 0 }

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.includes('csrf_token')) return new Response('{"result":"token"}')
    sent.push({ method: init.method ?? 'GET', url, body: JSON.parse(String(init.body)) })
    return new Response(JSON.stringify(init.method === 'PUT' ? { message: 'OK' } : { result: found }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
  sent.length = 0
})

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TableColumnsDialog
        id={7}
        columns={[
          { name: 'day', type: 'VARCHAR' },
          { name: 'amount', type: 'BIGINT' },
        ]}
        onClose={() => {}}
        onChanged={onChanged}
      />
    </QueryClientProvider>,
  )
const pick = async (label: string, option: string) => {
  fireEvent.click(await screen.findByRole('combobox', { name: label }))
  fireEvent.click(await screen.findByRole('option', { name: option }))
}

test('values that do not fit and what breaks are shown before the columns are changed', async () => {
  found = {
    rows: 3,
    values: [{ row: 12, column: 'day', value: 'never' }],
    changes: { ...nothing, charts: [{ id: 1, slice_name: 'Sales', uses: ['amount'] }] },
  }
  open()
  await pick('Type of day', 'Date')
  await pick('Date format of day', 'DD.MM.YYYY')
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of amount' }), { target: { value: 'price' } })
  fireEvent.click(screen.getByRole('button', { name: 'Check the values' }))
  const list = within(await screen.findByRole('list', { name: 'Values that do not fit' }))
  expect(list.getAllByRole('listitem').map((line) => line.textContent)).toEqual(['Row 12, day: never', '2 more'])
  expect(screen.getByRole('region', { name: 'Charts that would break' }).textContent).toContain('Sales')
  fireEvent.click(screen.getByRole('button', { name: 'Change the columns' }))
  await waitFor(() => expect(onChanged).toHaveBeenCalled())
  const columns = [
    { from: 'day', name: 'day', type: 'DATE', format: '%d.%m.%Y' },
    { from: 'amount', name: 'price', type: 'BIGINT' },
  ]
  expect(sent).toEqual([
    { method: 'POST', url: '/api/v1/dataset/7/table_columns/check', body: { columns } },
    { method: 'PUT', url: '/api/v1/dataset/7/table_columns', body: { columns } },
  ])
})

test('another choice after the check has to be checked again', async () => {
  found = { rows: 0, values: [], changes: nothing }
  open()
  const name = await screen.findByRole('textbox', { name: 'Name of amount' })
  fireEvent.change(name, { target: { value: 'price' } })
  fireEvent.click(screen.getByRole('button', { name: 'Check the values' }))
  expect(await screen.findByText('All values fit.')).toBeTruthy()
  fireEvent.change(name, { target: { value: 'cost' } })
  expect(screen.queryByRole('button', { name: 'Change the columns' })).toBeNull()
})
