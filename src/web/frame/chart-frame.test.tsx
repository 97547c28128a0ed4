// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Chart } from '#charts/chart.ts'
import type { SelectControl } from '#charts/control.ts'
import { readForm } from '#charts/read-form.ts'
import { colorScheme } from '#charts/shared/form/controls.ts'
import { seriesColors } from '#charts/shared/color/series-colors.ts'
import type { FormData } from '#core/query/query-object.ts'
import { toRows } from '#core/table.ts'
import { colors } from '#core/theme/tokens.ts'
import { CallError } from '../data/call-error.ts'
import { ChartTimeout } from './data/fetch-chart-data.ts'
import { readAnswer } from './data/answer.ts'
import { ChartFrame } from './ChartFrame.tsx'
import { createLabelColors } from './picture/label-colors.ts'
import type { ChartData } from './data/use-chart-data.ts'

// jsdom has no media queries, which the theme module uses.
vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList
})
beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 600 })
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 })
})
const chart: Chart = {
  viz_type: 'words',
  name: 'Words',
  description: '',
  category: 'Other',
  tags: [],
  behaviors: [],
  controls: [],
  buildQuery: () => [],
  sentence: () => 'A sentence',
  svg: ([table], form) => {
    if (form['breaks']) throw new Error('no such column')
    return `<svg xmlns="http://www.w3.org/2000/svg"><text>${table?.rowCount} rows, ${String(form['word'] ?? '')}</text></svg>`
  },
}
const answer = (rows: object[], coltype = 0) =>
  readAnswer(JSON.stringify({ result: [{ colnames: ['a'], coltypes: [coltype], data: rows }] }), {
    durationMs: 1,
    timing: {},
    receivedAt: 1,
  })
const idle: ChartData = {
  status: 'idle',
  answer: undefined,
  error: null,
  startedAt: null,
  queryContext: null,
  stop: vi.fn(),
  refresh: vi.fn(),
  retry: vi.fn(),
}
const form: FormData = { viz_type: 'words', datasource: '1__table' }
const dataset = { id: 1, columns: [{ column_name: 'price', is_dttm: false }], metrics: [], main_dttm_col: null }

const frame = (data: Partial<ChartData>, rest: Partial<Parameters<typeof ChartFrame>[0]> = {}) => (
  <ChartFrame form={form} chart={chart} dataset={dataset} data={{ ...idle, ...data }} {...rest} />
)

test('shows loading, then the chart, then the old chart dimmed while the next one loads', () => {
  const { rerender, container } = render(frame({ status: 'loading' }))
  expect(screen.getByRole('progressbar')).toBeTruthy()
  rerender(frame({ status: 'done', answer: answer([{ a: 1 }, { a: 2 }]) }))
  expect(screen.getByRole('img', { name: 'A sentence' }).textContent).toBe('2 rows, ')
  rerender(frame({ status: 'loading' }, { form: { ...form, word: 'new' } }))
  expect(screen.getByRole('img').textContent).toBe('2 rows, ')
  expect(container.querySelector('[aria-busy=true]')).toBeTruthy()
  rerender(frame({ status: 'done', answer: answer([{ a: 1 }]) }, { form: { ...form, word: 'new' } }))
  expect(screen.getByRole('img').textContent).toBe('1 rows, new')
})

test.each([
  ['no preference', true],
  ['reduce', false],
])('with prefers-reduced-motion: %s the first drawing is animated: %s', (preference, isAnimated) => {
  const query = `(prefers-reduced-motion: ${preference})`
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { matches: media === query, media }) as never,
  )
  const svg = vi.fn(() => '<svg xmlns="http://www.w3.org/2000/svg"/>')
  render(frame({ status: 'done', answer: answer([{ a: 1 }]) }, { chart: { ...chart, svg } }))
  expect(svg).toHaveBeenCalledWith(expect.anything(), expect.anything(), expect.objectContaining({ animate: isAnimated }))
  vi.restoreAllMocks()
})

test('a form change that only affects drawing redraws the same answer', () => {
  const same = answer([{ a: 1 }])
  const { rerender } = render(frame({ status: 'done', answer: same }))
  rerender(frame({ status: 'done', answer: same }, { form: { ...form, word: 'big' } }))
  expect(screen.getByRole('img').textContent).toBe('1 rows, big')
})

test('a chart is drawn in the time grain that a filter has given its query', () => {
  const svg = vi.fn(() => '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const filtered = { ...form, time_grain_sqla: 'P1Y', extra_form_data: { time_grain_sqla: 'P1M' } }
  render(frame({ status: 'done', answer: answer([{ a: 1 }]) }, { chart: { ...chart, svg }, form: filtered }))
  expect(svg).toHaveBeenCalledWith(expect.anything(), { ...filtered, time_grain_sqla: 'P1M' }, expect.anything())
})

test('readers draw a chart in another way by the controls above it', async () => {
  const word: SelectControl = {
    name: 'word',
    type: 'select',
    label: 'Word',
    choices: [null, 'big'].map((value) => ({ value, label: String(value) })),
  }
  const controlled: Chart = { ...chart, pictureControls: ({ hasControls }) => (hasControls ? [word] : []) }
  const data = { status: 'done' as const, answer: answer([{ a: 1 }]) }
  const { rerender } = render(frame(data, { chart: controlled, form: { ...form, hasControls: true } }))
  fireEvent.click(await screen.findByRole('radio', { name: 'big' }))
  expect(screen.getByRole('img').textContent).toBe('1 rows, big')
  rerender(frame(data, { chart: controlled, form }))
  expect(screen.getByRole('img').textContent).toBe('1 rows, ')
  expect(screen.queryByRole('radiogroup')).toBeNull()
})

test('no rows: names the filter and offers to clear it', async () => {
  const onFix = vi.fn()
  const time = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'day', operator: 'TEMPORAL_RANGE', comparator: 'Last week' }
  render(frame({ status: 'done', answer: answer([]) }, { form: { ...form, adhoc_filters: [time] }, onFix }))
  expect(await screen.findByText('No rows for Last week')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Clear the day filter' }))
  expect(onFix).toHaveBeenCalledWith({ ...form, adhoc_filters: [{ ...time, comparator: 'No filter' }] })
})

test('rows without a value to draw are no blank picture', async () => {
  const { svg: _, ...bare } = chart
  render(frame({ status: 'done', answer: answer([{ a: null }]) }, { chart: { ...bare, option: () => ({}) } }))
  expect(await screen.findByText('No values to draw')).toBeTruthy()
})

test('what a picture leaves out is said below it, also where nothing is left to draw', async () => {
  const { svg: _, ...bare } = chart
  const leavesOut = (count: number, series = {}): Chart => ({
    ...bare,
    option: (_tables, _form, { onLeftOut }) => {
      onLeftOut?.('negativeParts', count)
      return series
    },
  })
  const drawn = { status: 'done', answer: answer([{ a: -1 }]) } as const
  const { rerender } = render(frame(drawn, { chart: leavesOut(2) }))
  expect((await screen.findByRole('note')).textContent).toBe('2 values below zero are not drawn as parts of the whole.')
  expect(screen.getByText('No values to draw')).toBeTruthy()
  rerender(frame({ status: 'failed', error: new CallError(400, { message: 'Error: division by zero' }, '') }, { chart: leavesOut(2) }))
  await waitFor(() => expect(screen.queryByRole('note')).toBeNull())
  rerender(frame(drawn, { chart: leavesOut(0) }))
  expect(screen.queryByRole('note')).toBeNull()
})

describe('failures', () => {
  test('a mistyped column offers the most similar one and fixes the form', async () => {
    const onFix = vi.fn()
    const metric = { expressionType: 'SQL', sqlExpression: 'AVG(prise) + prises', label: 'A' }
    const error = new CallError(400, { message: 'Error: column "prise" does not exist' }, '')
    render(frame({ status: 'failed', error }, { form: { ...form, metrics: [metric], groupby: ['prise'] }, onFix }))
    expect(screen.getByText('Column “prise” does not exist')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Use “price”' }))
    await waitFor(() =>
      expect(onFix).toHaveBeenCalledWith({ ...form, metrics: [{ ...metric, sqlExpression: 'AVG(price) + prises' }], groupby: ['price'] }),
    )
  })
  test('a similar column may have any name', async () => {
    const onFix = vi.fn()
    const metric = { expressionType: 'SQL', sqlExpression: 'AVG(total_price)', label: 'A' }
    const error = new CallError(400, { message: 'Error: column "total_price" does not exist' }, '')
    const odd = { ...dataset, columns: [{ column_name: 'total_$$price', is_dttm: false }] }
    render(frame({ status: 'failed', error }, { form: { ...form, metrics: [metric] }, dataset: odd, onFix }))
    fireEvent.click(screen.getByRole('button', { name: 'Use “total_$$price”' }))
    await waitFor(() => expect(onFix).toHaveBeenCalledWith({ ...form, metrics: [{ ...metric, sqlExpression: 'AVG(total_$$price)' }] }))
  })
  test('details are collapsed', () => {
    render(frame({ status: 'failed', error: new CallError(400, { message: 'Error: division by zero\nLINE 2' }, '') }))
    expect(screen.queryByText(/LINE 2/, { selector: 'pre' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Details' }))
    expect(screen.getByText(/LINE 2/, { selector: 'pre' })).toBeTruthy()
  })
  test('a query that timed out can run without a limit', () => {
    const retry = vi.fn()
    render(frame({ status: 'failed', error: new ChartTimeout(60), retry }))
    expect(screen.getByText('No answer within 60 seconds')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Run without a limit' }))
    expect(retry).toHaveBeenCalledWith(3_600_000)
  })
  test('a stopped query can run again', () => {
    const retry = vi.fn()
    render(frame({ status: 'stopped', retry }))
    expect(screen.getByText('Updating chart was stopped')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Run again' }))
    expect(retry).toHaveBeenCalled()
  })
  test('a chart that cannot be drawn shows the error', () => {
    render(frame({ status: 'done', answer: answer([{ a: 1 }]) }, { form: { ...form, breaks: true } }))
    expect(screen.getByText('An error occurred while rendering the visualization: no such column')).toBeTruthy()
  })
})

describe('colours of labels', () => {
  const colored: Chart = {
    ...chart,
    svg: ([table], drawn, context) => {
      const colorOf = seriesColors(readForm([colorScheme], drawn), context)
      const words = (table?.columns[0] ? toRows(table) : []).map((row) => `${String(row['a'])} ${colorOf(row['a'])}`)
      return `<svg xmlns="http://www.w3.org/2000/svg"><text>${words.join(', ')}</text></svg>`
    },
  }
  const [first, second, third] = colors.light.palette
  const drawn = () => screen.getByRole('img').textContent
  const rows = (...labels: string[]) =>
    answer(
      labels.map((a) => ({ a })),
      1,
    )

  test('labels keep their colours while filters remove and add labels; another scheme resets them', () => {
    const { rerender } = render(frame({ status: 'done', answer: rows('x', 'y') }, { chart: colored }))
    expect(drawn()).toBe(`x ${first}, y ${second}`)
    rerender(frame({ status: 'done', answer: rows('y') }, { chart: colored }))
    expect(drawn()).toBe(`y ${second}`)
    rerender(frame({ status: 'done', answer: rows('z', 'y', 'x') }, { chart: colored }))
    expect(drawn()).toBe(`z ${third}, y ${second}, x ${first}`)
    const other = { ...form, color_scheme: 'd3Category10' }
    rerender(frame({ status: 'done', answer: rows('y') }, { chart: colored, form: other }))
    expect(drawn()).toBe('y #1f77b4')
  })

  test('on a page the first chart in reading order decides, until colours are kept', () => {
    const pageColors = createLabelColors({ order: () => ['one', 'two'] })
    const both = (one?: string[], two?: string[]) => (
      <>
        {frame(one ? { status: 'done', answer: rows(...one) } : {}, { chart: colored, pageColors, id: 'one' })}
        {frame(two ? { status: 'done', answer: rows(...two) } : {}, { chart: colored, pageColors, id: 'two' })}
      </>
    )
    const texts = () => screen.getAllByRole('img').map((picture) => picture.textContent)
    const { rerender } = render(both(undefined, ['x', 'y']))
    expect(texts()).toEqual([`x ${first}, y ${second}`])
    rerender(both(['y', 'x'], ['x', 'y']))
    expect(texts()).toEqual([`y ${first}, x ${second}`, `x ${second}, y ${first}`])
    act(() => pageColors.keepColors())
    rerender(both(['z', 'y'], ['x', 'y']))
    expect(texts()).toEqual([`z ${second}, y ${first}`, `x ${second}, y ${first}`])
    act(() => pageColors.pin({ x: '#123456' }))
    expect(texts()[1]).toBe(`x #123456, y ${first}`)
  })

  test('a chart does not render again when the page gives colours to labels of others', () => {
    const pageColors = createLabelColors({ order: () => ['two', 'three'] })
    const sentence = vi.fn(() => 'A sentence')
    const done = (id: string, ...labels: string[]) =>
      render(frame({ status: 'done', answer: rows(...labels) }, { chart: { ...colored, sentence }, pageColors, id }))
    done('two', 'x')
    const before = sentence.mock.calls.length
    act(() => pageColors.setLabels('three', [{ labels: ['y', 'z'], scheme: [0, 1, 2] }]))
    expect(pageColors.store.getState().colors).toMatchObject({ x: 0 })
    expect(sentence).toHaveBeenCalledTimes(before)
    act(() => pageColors.pin({ x: '#123456' }))
    expect([drawn(), sentence.mock.calls.length > before]).toEqual(['x #123456', true])
  })
})
