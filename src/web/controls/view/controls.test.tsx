// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Fragment, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Control, DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { rejectionOf } from '../behaviors/behaviors.ts'
import { ControlView } from './ControlView.tsx'
import { FieldStateContext, SurfaceContext, useSurface } from '../control-props.ts'
import { TimeRangeEditor } from '../time-range/TimeRangeEditor.tsx'
import { loadOverlayParts } from '../../ui/overlay/parts.ts'

// jsdom has no media queries; the theme asks one when it is loaded.
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
const dataset: DatasetFacts = {
  id: 3,
  columns: [
    { column_name: 'date', type: 'TIMESTAMP', is_dttm: true },
    { column_name: 'symbol', type: 'TEXT', is_dttm: false },
    { column_name: 'price', type: 'DOUBLE', is_dttm: false },
  ],
  metrics: [{ metric_name: 'count', verbose_name: 'COUNT(*)', expression: 'COUNT(*)' }],
  main_dttm_col: 'date',
}

const Providers = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>{children}</QueryClientProvider>
)

/** A control over its own value; every change is reported. */
const show = (
  control: Control,
  start: unknown,
  field: { changed?: boolean; onReset?: () => void; error?: string } = {},
  Place: ComponentType<{ children: ReactNode }> = Fragment,
) => {
  const onChange = vi.fn()
  const Held = () => {
    const [value, setValue] = useState(start)
    const form = { viz_type: 'x', datasource: '3__table', [control.name]: value }
    return (
      <FieldStateContext value={{ changed: field.changed ?? false, onReset: field.onReset ?? (() => {}), error: field.error ?? null }}>
        <ControlView
          control={control}
          value={value}
          state={{ form, dataset }}
          onChange={(next) => {
            onChange(next)
            setValue(next)
          }}
        />
      </FieldStateContext>
    )
  }
  render(
    <Place>
      <Held />
    </Place>,
    { wrapper: Providers },
  )
  return onChange
}

test('a control of an unknown type is reported and renders nothing', () => {
  const report = vi.fn()
  vi.stubGlobal('reportError', report)
  const unknown = { name: 'it', type: 'no-such-type', label: 'It' } as unknown as Control
  show(unknown, 'anything')
  expect(document.querySelector('[data-control]')).toBeNull()
  expect(report).toHaveBeenCalledWith(new Error('Unknown control type: no-such-type'))
  expect(rejectionOf(unknown, 'anything', { state: { form: { viz_type: 'x', datasource: '3__table' }, dataset }, t })).toBeNull()
  vi.unstubAllGlobals()
})

const limits = [10, 100, 1000].map((value) => ({ value, label: String(value) }))

describe('a select', () => {
  test('accepts a typed number as it is, also right after the last key', () => {
    const onChange = show({ name: 'row_limit', type: 'select', label: 'Row limit', freeForm: true, choices: limits }, 1000)
    fireEvent.click(screen.getByRole('combobox', { name: 'Row limit' }))
    const input = screen.getByRole('combobox', { name: 'Search or type a value' })
    fireEvent.change(input, { target: { value: '25' } })
    fireEvent.keyDown(input, { key: 'Enter' })
    expect(onChange).toHaveBeenCalledWith(25)
    expect(screen.getByRole('combobox', { name: 'Row limit' }).textContent).toBe('25')
  })
  test('can be cleared if it is optional', () => {
    const onChange = show({ name: 'limit', type: 'select', label: 'Series limit', clearable: true, choices: limits }, 10)
    fireEvent.keyDown(screen.getByRole('combobox', { name: 'Series limit' }), { key: 'Delete' })
    expect(onChange).toHaveBeenCalledWith(null)
  })
})

test('a pasted list becomes values, trimmed and without duplicates', () => {
  const onChange = show({ name: 'time_compare', type: 'select-many', label: 'Time shift', freeForm: true, choices: [] }, ['a'])
  fireEvent.click(screen.getByRole('combobox', { name: 'Time shift' }))
  fireEvent.paste(screen.getByRole('combobox', { name: 'Search or type a value' }), { clipboardData: { getData: () => 'a, b;c\nb' } })
  expect(onChange).toHaveBeenCalledWith(['a', 'b', 'c'])
})

describe('a number', () => {
  test('keeps an invalid number and marks it, and is stepped by keys', () => {
    const onChange = show({ name: 'size', type: 'number', label: 'Size', step: 5 }, 10)
    const input = screen.getByRole('textbox', { name: 'Size' })
    fireEvent.change(input, { target: { value: 'x1' } })
    fireEvent.blur(input)
    expect(onChange).toHaveBeenLastCalledWith('x1')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    fireEvent.change(input, { target: { value: '20' } })
    fireEvent.keyDown(input, { key: 'ArrowUp' })
    fireEvent.blur(input)
    expect(onChange).toHaveBeenLastCalledWith(25)
  })
})

test('a colour is typed in any way of CSS, also with an opacity; what is none changes nothing and says so', () => {
  const onChange = show({ name: 'it', type: 'color', label: 'Fixed color' }, { r: 0, g: 122, b: 135, a: 1 })
  fireEvent.click(screen.getByRole('button', { name: 'Fixed color #007A87' }))
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Hex or CSS' })
  const type = (text: string) => {
    fireEvent.change(input, { target: { value: text } })
    fireEvent.blur(input)
  }
  type('#f80')
  expect(onChange).toHaveBeenLastCalledWith({ r: 255, g: 136, b: 0, a: 1 })
  expect(input.value).toBe('#f80')
  type('rgba(1, 2, 3, 0.5)')
  expect(onChange).toHaveBeenLastCalledWith({ r: 1, g: 2, b: 3, a: 0.5 })
  type('rgba(1, 2, 3, 5)')
  expect(onChange).toHaveBeenCalledTimes(2)
  expect(screen.getByRole('alert').textContent).toBe('Invalid color: rgba(1, 2, 3, 5)')
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

describe('bounds', () => {
  const control = { name: 'y_axis_bounds', type: 'bounds', label: 'Bounds' } as const
  const [low, high] = ['Bounds, lowest', 'Bounds, highest']
  const field = (name: string) => screen.getByRole('textbox', { name })
  const type = (name: string, text: string) => {
    fireEvent.change(field(name), { target: { value: text } })
    fireEvent.blur(field(name))
  }
  /** As explore does: what is no number is kept out of the form. */
  const Form = ({ start, onChange }: { start: unknown; onChange: (value: unknown) => void }) => {
    const [value, setValue] = useState<unknown>(start)
    const change = (next: unknown) => {
      onChange(next)
      if (rejectionOf(control, next, { state: { form, dataset }, t }) === null) setValue(next)
    }
    const form = { viz_type: 'x', datasource: '3__table' }
    return (
      <>
        <ControlView control={control} value={value} state={{ form, dataset }} onChange={change} />
        <button type="button" onClick={() => setValue([null, null])}>
          Reset
        </button>
      </>
    )
  }
  const open = (start: unknown) => {
    const onChange = vi.fn()
    render(<Form start={start} onChange={onChange} />, { wrapper: Providers })
    return onChange
  }

  test('both bounds are sent together, so that neither is lost', () => {
    const onChange = open([null, null])
    type(low, '1')
    type(high, '2.50')
    expect(onChange).toHaveBeenLastCalledWith([1, 2.5])
    expect((field(high) as HTMLInputElement).value).toBe('2.50')
  })
  test('a reset discards an invalid number, also of a bound that was not changed', () => {
    const onChange = open([null, null])
    type(low, '5')
    type(high, 'x')
    expect(onChange).toHaveBeenLastCalledWith([5, 'x'])
    expect(field(high).getAttribute('aria-invalid')).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
    expect([low, high].map((name) => (field(name) as HTMLInputElement).value)).toEqual(['', ''])
    expect(field(high).getAttribute('aria-invalid')).toBe('false')
  })
})

test('a changed control can be reset, a rejected one says why', () => {
  const onReset = vi.fn()
  show({ name: 'metrics', type: 'metrics', label: 'Metrics', required: true }, [], { changed: true, onReset, error: 'cannot be empty' })
  fireEvent.click(screen.getByRole('button', { name: 'Reset Metrics' }))
  expect(onReset).toHaveBeenCalledOnce()
  expect(screen.getByRole('img', { name: 'cannot be empty' })).toBeTruthy()
})

describe('metrics', () => {
  test('are previewed while the editor is open, and taken back by Close', async () => {
    const onChange = show({ name: 'metrics', type: 'metrics', label: 'Metrics' }, ['count'])
    fireEvent.click(screen.getByRole('button', { name: 'Add to Metrics' }))
    await screen.findByRole('dialog', { name: 'Metric' })
    fireEvent.click(screen.getByRole('tab', { name: 'Simple' }))
    fireEvent.click(screen.getByRole('option', { name: /price/ }))
    expect(onChange).toHaveBeenLastCalledWith(['count', expect.objectContaining({ aggregate: 'SUM', label: 'SUM(price)' })])
    fireEvent.click(screen.getByRole('radio', { name: /Average/ }))
    expect(onChange).toHaveBeenLastCalledWith(['count', expect.objectContaining({ aggregate: 'AVG', label: 'AVG(price)' })])
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onChange).toHaveBeenLastCalledWith(['count'])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  test('are edited by keys: Tab leaves the columns for the aggregates, which are one stop, and arrows choose among them', async () => {
    const onChange = show({ name: 'metrics', type: 'metrics', label: 'Metrics' }, [])
    const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })
    fireEvent.click(screen.getByRole('button', { name: 'Add to Metrics' }))
    await screen.findByRole('dialog', { name: 'Metric' })
    fireEvent.click(screen.getByRole('tab', { name: 'Simple' }))
    screen.getByRole('listbox', { name: 'Column' }).focus()
    press('ArrowDown')
    press('ArrowDown')
    press('Enter')
    press('Tab')
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^Sum/ }))
    press('ArrowUp')
    press('ArrowUp')
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^Highest/, checked: true }))
    expect(onChange).toHaveBeenLastCalledWith([expect.objectContaining({ aggregate: 'MAX', label: 'MAX(price)' })])
    press('Tab')
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Format' }))
  })
  test('are kept in the dataset where that is chosen: the chart then holds the saved name', async () => {
    const saveMetric = vi.fn().mockRejectedValueOnce(new Error('taken')).mockResolvedValueOnce(undefined)
    const onChange = show({ name: 'metrics', type: 'metrics', label: 'Metrics' }, [], {}, ({ children }) => (
      <SurfaceContext value={{ ...useSurface(), saveMetric }}>{children}</SurfaceContext>
    ))
    fireEvent.click(screen.getByRole('button', { name: 'Add to Metrics' }))
    await screen.findByRole('dialog', { name: 'Metric' })
    fireEvent.click(screen.getByRole('tab', { name: 'Simple' }))
    fireEvent.click(screen.getByRole('option', { name: /price/ }))
    fireEvent.click(screen.getByRole('combobox', { name: 'Keep it' }))
    fireEvent.click(screen.getByRole('option', { name: 'In the dataset, for all charts' }))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(false))
    expect(onChange).not.toHaveBeenCalledWith(['SUM(price)'])
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(saveMetric).toHaveBeenCalledWith({ metric_name: 'SUM(price)', expression: 'SUM(price)', d3format: null })
    expect(onChange).toHaveBeenLastCalledWith(['SUM(price)'])
  })
  test('are removed with Delete, and moved with Alt and the arrow keys', () => {
    const onChange = show({ name: 'metrics', type: 'metrics', label: 'Metrics' }, ['count', 'gone'])
    const pills = screen.getAllByRole('button', { expanded: false })
    fireEvent.keyDown(pills[1] as HTMLElement, { key: 'ArrowUp', altKey: true })
    expect(onChange).toHaveBeenLastCalledWith(['gone', 'count'])
    fireEvent.keyDown(screen.getByTitle('COUNT(*)'), { key: 'Delete' })
    expect(onChange).toHaveBeenLastCalledWith(['gone'])
    expect(screen.getByRole('img', { name: 'This metric might be incompatible with current dataset' })).toBeTruthy()
  })
})

test('a selected dimension is previewed, and Save closes its editor', async () => {
  const onChange = show({ name: 'groupby', type: 'columns', label: 'Dimensions' }, [])
  fireEvent.click(screen.getByRole('button', { name: 'Add to Dimensions' }))
  fireEvent.click(await screen.findByRole('option', { name: 'symbol' }))
  expect(onChange).toHaveBeenLastCalledWith(['symbol'])
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

describe('a range of time', () => {
  /** The server takes every range but those that say `refused`. */
  const open = (value: string) => {
    const onChange = vi.fn()
    const [onApply, onCancel] = [vi.fn(), vi.fn()]
    const answer = (url: string) =>
      url.includes('refused')
        ? Response.json({ message: 'Unexpected time range: Cannot parse time string [refused]' }, { status: 400 })
        : Response.json({ result: [{ since: '2004-08-01T00:00:00', until: '', timeRange: '', shift: null }] })
    vi.stubGlobal('fetch', async (input: Request | string) => answer(typeof input === 'string' ? input : input.url))
    render(<TimeRangeEditor value={value} column="col" onChange={onChange} onApply={onApply} onCancel={onCancel} />, { wrapper: Providers })
    const apply = screen.getByRole('button', { name: 'APPLY' }) as HTMLButtonElement
    return { onChange, onApply, onCancel, apply, input: screen.getByRole('textbox', { name: 'Time range' }) as HTMLInputElement }
  }
  afterEach(() => vi.unstubAllGlobals())

  test('arrow keys choose among the fixed ranges, which are one stop of Tab', () => {
    const { input } = open('Last week')
    const ranges = within(screen.getByRole('radiogroup', { name: 'Range' }))
    expect(ranges.getAllByRole('radio').map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1, -1, -1])
    fireEvent.keyDown(ranges.getByRole('radio', { name: 'Last week' }), { key: 'ArrowDown' })
    expect(document.activeElement).toBe(ranges.getByRole('radio', { name: 'Last month', checked: true }))
    expect(input.value).toBe('Last month')
  })

  test('is typed and previewed; an invalid range changes nothing and says why', () => {
    const { onChange, onApply, apply, input } = open('No filter')
    fireEvent.change(input, { target: { value: 'Aug 2004 to Dec 2008' } })
    expect(onChange).toHaveBeenLastCalledWith('2004-08-01T00:00:00 : 2009-01-01T00:00:00')
    fireEvent.change(input, { target: { value: 'Aug 2004 to Decembre' } })
    expect(onChange).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('alert').textContent).toContain('“Aug 2004 to Decembre” is no time range.')
    expect(apply.disabled).toBe(true)
    fireEvent.keyDown(input, { key: 'Enter' })
    expect(onApply).not.toHaveBeenCalled()
  })
  test('is applied with Enter as soon as the server accepts it', async () => {
    const { onChange, onApply, input } = open('No filter')
    fireEvent.change(input, { target: { value: 'since last Monday' } })
    fireEvent.keyDown(input, { key: 'Enter' })
    expect(onApply).not.toHaveBeenCalled()
    await waitFor(() => expect(onApply).toHaveBeenCalled())
    expect(onChange).toHaveBeenLastCalledWith('last monday : ')
  })
  test('cannot be applied, and is not previewed, while the server refuses it', async () => {
    const { onChange, apply, input } = open('Last week')
    fireEvent.change(input, { target: { value: 'refused : now' } })
    expect(apply.disabled).toBe(true)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Cannot parse time string [refused]'))
    expect(apply.disabled).toBe(true)
    expect(onChange).not.toHaveBeenCalled()
  })
  test('CANCEL takes it back', () => {
    const { onCancel } = open('Last week')
    fireEvent.click(screen.getByRole('button', { name: 'CANCEL' }))
    expect(onCancel).toHaveBeenCalled()
  })
  test.each([
    ['Last', 'Last week'],
    ['Previous', 'previous calendar week'],
    ['Current', 'Current week'],
    ['No filter', 'No filter'],
  ])('opening %s chooses %s', (frame, range) => {
    const { onChange } = open('2004-08-01T00:00:00 : 2009-01-01T00:00:00')
    fireEvent.click(screen.getByRole('tab', { name: frame }))
    expect(onChange).toHaveBeenLastCalledWith(range)
  })
  test('Custom begins with the last seven days, relative to midnight', async () => {
    const { onChange } = open('Last month')
    fireEvent.click(screen.getByRole('tab', { name: 'Custom' }))
    const midnight = new Date().toISOString().replace(/T.*/, 'T00:00:00')
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(`DATEADD(DATETIME("${midnight}"), -7, day) : ${midnight}`))
  })
  test('a day of the calendar becomes an end of the range', () => {
    const { onChange } = open('2004-08-01T00:00:00 : 2009-01-01T00:00:00')
    fireEvent.click(screen.getByRole('gridcell', { name: 'August 5, 2004' }))
    expect(onChange).toHaveBeenLastCalledWith('2004-08-05T00:00:00 : 2009-01-01T00:00:00')
  })
  test('both ends are written in the grammar of time ranges', async () => {
    const { onChange } = open('100 days ago : now')
    const start = screen.getByRole('textbox', { name: 'START (INCLUSIVE)' })
    fireEvent.change(start, { target: { value: '7 days ago' } })
    fireEvent.blur(start)
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('7 days ago : now'))
  })
})
