// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Control, DatasetFacts } from '#charts/control.ts'
import {
  asyncSelect,
  filterItems,
  fixedOrMetric,
  spatial,
  timeColumn,
  timeSeriesColumns,
  viewport,
} from '#charts/shared/form/rare-controls.ts'
import { loadOverlayParts } from '../../ui/overlay/parts.ts'
import { castDefault } from './cast-default.ts'
import { ControlView } from '../view/ControlView.tsx'

vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList
})
beforeAll(loadOverlayParts)
beforeEach(() => {
  // jsdom lays nothing out: everything counts as visible and 800 px high.
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 800 })
  Element.prototype.scrollTo = () => {}
})
afterEach(() => vi.unstubAllGlobals())

const dataset: DatasetFacts = {
  id: 3,
  columns: [
    { column_name: 'opened', type: 'TIMESTAMP', is_dttm: true },
    { column_name: 'lat', type: 'DOUBLE', is_dttm: false },
    { column_name: 'lon', type: 'DOUBLE', is_dttm: false },
    { column_name: 'beds', type: 'INTEGER', is_dttm: false },
  ],
  metrics: [{ metric_name: 'count', verbose_name: 'COUNT(*)', expression: 'COUNT(*)' }],
  main_dttm_col: 'opened',
}

const show = (control: Control, start: unknown) => {
  const onChange = vi.fn()
  const Held = () => {
    const [value, setValue] = useState(start)
    const form = { viz_type: 'x', datasource: '3__table', [control.name]: value }
    const change = (next: unknown) => {
      onChange(next)
      setValue(next)
    }
    return <ControlView control={control} value={value} state={{ form, dataset }} onChange={change} />
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Held />
    </QueryClientProvider>,
  )
  return onChange
}

const choose = async (name: string, option: string) => {
  fireEvent.click(await screen.findByRole('combobox', { name }))
  fireEvent.click(screen.getByRole('option', { name: option }))
}

const type = (input: HTMLElement, value: string) => {
  fireEvent.change(input, { target: { value } })
  fireEvent.blur(input)
}

test('a place is valid when both columns are chosen, and another kind keeps nothing of the first', async () => {
  const onChange = show(spatial('it', 'Place'), null)
  await choose('Longitude', 'lon')
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'latlong', lonCol: 'lon', latCol: '' }))
  await choose('Latitude', 'lat')
  expect(onChange).toHaveBeenLastCalledWith({ type: 'latlong', latCol: 'lat', lonCol: 'lon' })
  fireEvent.click(screen.getByRole('radio', { name: 'One column' }))
  await choose('Column', 'lat')
  expect(onChange).toHaveBeenLastCalledWith({ type: 'delimited', lonlatCol: 'lat', delimiter: ',', reverseCheckbox: false })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Reverse lat/long' }))
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ reverseCheckbox: true }))
})

test('a viewport accepts only numbers within their limits', async () => {
  const onChange = show(viewport('it', 'Viewport'), undefined)
  const latitude = await screen.findByRole('textbox', { name: /Latitude/ })
  type(latitude, '91')
  expect(onChange).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toBe('Between -90 and 90')
  type(latitude, '52.5')
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ latitude: 52.5, zoom: 1 }))
})

test('a size is fixed or follows a metric', async () => {
  const onChange = show(fixedOrMetric('it', 'Size', 1000), undefined)
  type(await screen.findByRole('textbox', { name: 'Value' }), '12.5')
  expect(onChange).toHaveBeenLastCalledWith({ type: 'fix', value: 12.5 })
  fireEvent.click(screen.getByRole('radio', { name: 'Based on a metric' }))
  expect(onChange).toHaveBeenLastCalledWith({ type: 'metric', value: null })
  fireEvent.click(screen.getByText('Drop a metric here or press to choose one'))
  fireEvent.click(await screen.findByRole('option', { name: /COUNT/ }))
  expect(onChange).toHaveBeenLastCalledWith({ type: 'metric', value: 'count' })
})

describe('choices of an endpoint', () => {
  const control = asyncSelect('it', 'Charts', { endpoint: '/api/v1/chart/?q=(col:viz_type)', multiple: true })

  test('are requested with its query, and several can be selected', async () => {
    const asked = vi.fn<(input: Request | string) => Promise<Response>>(async () =>
      Response.json({ result: [{ value: 3, text: 'Trips' }, 'other'] }),
    )
    vi.stubGlobal('fetch', asked)
    const onChange = show(control, ['other'])
    await waitFor(() => expect(asked).toHaveBeenCalled())
    expect(String(asked.mock.calls[0]?.[0])).toContain('/api/v1/chart/?q=%28col%3Aviz_type%29')
    await choose('Charts', 'Trips')
    expect(onChange).toHaveBeenLastCalledWith(['other', 3])
  })
  test('say why they could not be loaded, and are requested again', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ message: 'Not found' }, { status: 404 }))
    show(control, [])
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching data: Not found')
    vi.stubGlobal('fetch', async () => Response.json({ result: ['a'] }))
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})

test('a time column is one of those of the dataset', async () => {
  const onChange = show({ ...timeColumn, clearable: true }, null)
  fireEvent.click(await screen.findByRole('combobox', { name: 'Time Column' }))
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['opened'])
  fireEvent.click(screen.getByRole('option', { name: 'opened' }))
  expect(onChange).toHaveBeenLastCalledWith('opened')
})

describe('a collection', () => {
  test('edits an item in place, shows the fields of its kind, and Close takes the changes back', async () => {
    const item = { key: 'a', label: 'One', colType: 'time', comparisonType: 'diff' }
    const onChange = show(timeSeriesColumns('it', 'Columns'), [item])
    fireEvent.click(await screen.findByRole('button', { name: /^One/ }))
    const editor = within(await screen.findByRole('dialog', { name: 'Columns' }))
    expect(editor.getByRole('combobox', { name: 'Comparison' })).toBeTruthy()
    expect(editor.queryByRole('textbox', { name: 'Height' })).toBeNull()
    fireEvent.click(editor.getByRole('combobox', { name: 'Type' }))
    fireEvent.click(screen.getByRole('option', { name: 'Sparkline' }))
    expect(editor.queryByRole('combobox', { name: 'Comparison' })).toBeNull()
    type(editor.getByRole('textbox', { name: 'Height' }), '30')
    expect(onChange).toHaveBeenLastCalledWith([{ ...item, colType: 'spark', height: '30' }])
    fireEvent.click(editor.getByRole('button', { name: 'Close' }))
    expect(onChange).toHaveBeenLastCalledWith([item])
  })
  test('adds, moves and removes items by keyboard', async () => {
    const items = [
      { key: 'a', label: 'One' },
      { key: 'b', label: 'Two' },
    ]
    const onChange = show(timeSeriesColumns('it', 'Columns'), items)
    fireEvent.keyDown(await screen.findByRole('button', { name: /^Two/ }), { key: 'ArrowUp', altKey: true })
    expect(onChange).toHaveBeenLastCalledWith([items[1], items[0]])
    fireEvent.keyDown(screen.getByRole('button', { name: /^One/ }), { key: 'Delete' })
    expect(onChange).toHaveBeenLastCalledWith([items[1]])
    fireEvent.click(screen.getByRole('button', { name: 'Add to Columns' }))
    type(await screen.findByRole('textbox', { name: 'Label' }), 'Three')
    expect(onChange).toHaveBeenLastCalledWith([items[1], { key: expect.any(String), label: 'Three' }])
  })
  test('of filters casts the default by the type of the column, unless it holds several', async () => {
    const onChange = show(filterItems('it', 'Filters'), [{ key: 'a', column: 'beds', label: 'Beds', multiple: false }])
    fireEvent.click(await screen.findByRole('button', { name: /^Beds/ }))
    type(await screen.findByRole('textbox', { name: 'Default' }), '3')
    expect(onChange).toHaveBeenLastCalledWith([expect.objectContaining({ defaultValue: 3 })])
    fireEvent.click(screen.getByRole('checkbox', { name: 'Allow multiple selections' }))
    expect(onChange).toHaveBeenLastCalledWith([expect.objectContaining({ multiple: true, defaultValue: '3' })])
  })
})

test.each([
  ['3', 'INTEGER', 3],
  ['3.7', 'BIGINT', 3],
  ['3.7', 'DECIMAL(10, 2)', 3.7],
  ['x', 'REAL', null],
  ['true', 'BOOLEAN', true],
  ['no', 'BOOLEAN', false],
  ['3', 'TEXT', '3'],
  ['3', 'INTERVAL', '3'],
  ['', 'INTEGER', null],
] as const)('a default of %j for a column of %s is %j', (text, column, value) => expect(castDefault(text, column)).toBe(value))

test('a time range can open as a dialog, whose Cancel takes the preview back', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ result: [{ since: '', until: '', timeRange: '', shift: null }] }))
  const onChange = show({ name: 'it', type: 'time-range', label: 'Time Range', opensAs: 'modal' }, 'Last week')
  fireEvent.click(screen.getByRole('button', { name: /Last/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Time Range' }))
  fireEvent.click(dialog.getByRole('tab', { name: 'No filter' }))
  expect(onChange).toHaveBeenLastCalledWith('No filter')
  fireEvent.click(dialog.getByRole('button', { name: 'CANCEL' }))
  expect(onChange).toHaveBeenLastCalledWith('Last week')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
