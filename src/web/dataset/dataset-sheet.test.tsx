// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appName } from '../data/base-path.ts'
import type { SourceChanges } from '#api/dataset-source.ts'
import { Confirm } from '../ui/overlay/Confirm.tsx'
import { DatasetSheet } from './DatasetSheet.tsx'
import { storedDataset } from './stored-sample.ts'

const answers: (Response | Promise<Response>)[] = []
/** What the database says about the expressions that it is asked to check. */
const verdicts: object[][] = []
/** Differences of the stored dataset from the sample. */
let stored: object = {}
const sent: unknown[] = []
const onClose = vi.fn()

const changes: SourceChanges = {
  added: [{ column_name: 'gdp', type: 'DOUBLE' }],
  changed: [{ column_name: 'year_date', type: 'VARCHAR', before: 'DATE' }],
  lost: [{ column_name: 'year', used_by: ['decade'] }],
  charts: [{ id: 9, slice_name: 'By decade', uses: ['decade'] }],
  hidden_charts: 2,
  filters: [{ dashboard: { id: 4, title: 'World' }, name: 'Decade', uses: ['decade'] }],
  hidden_filters: 0,
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status, headers: { etag: '"1"' } })

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.includes('csrf_token')) return json({ result: 'token' })
    if (url.includes('validate_expression')) return json({ result: verdicts.shift() ?? [] })
    if (url.endsWith('/source_changes')) return json({ result: changes })
    if (init.method !== 'PUT') return json({ id: 5, result: { ...storedDataset.wire, ...stored } })
    sent.push(init.body ? JSON.parse(String(init.body)) : url)
    return answers.shift() ?? json({ id: 5, result: {} })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
  answers.length = sent.length = verdicts.length = 0
  stored = {}
})

const open = async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DatasetSheet id={5} onClose={onClose} />
      <Confirm />
    </QueryClientProvider>,
  )
  return within(await screen.findByRole('dialog', { name: 'Edit dataset gapminder' }))
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const tab = (name: RegExp) => fireEvent.click(screen.getByRole('tab', { name }))
const type = (name: string, value: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const save = async () => {
  const button = screen.getByRole('button', { name: 'Save' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  fireEvent.submit(document.querySelector('form') as HTMLFormElement)
}
const confirmAndWait = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'OK' }))
  await waitFor(() => expect(sent.length).toBeGreaterThan(0))
}

describe('the sheet of a dataset', () => {
  test('an invalid field in a collapsed row of another tab is revealed and focused', async () => {
    await open()
    press('Metric')
    tab(/^Settings/)
    type('Description', 'Countries')
    await save()
    const expression = await screen.findByRole('textbox', { name: 'SQL expression' })
    await waitFor(() => expect(document.activeElement).toBe(expression))
    expect(screen.getByRole('tab', { selected: true }).textContent).toMatch(/^Metrics/)
    expect(sent).toEqual([])
  })

  test('an error of the server is shown at the column that it names', async () => {
    const answer = { errors: [{ message: 'x', extra: { messages: { columns: { 1: { expression: ['Unknown function.'] } } } } }] }
    answers.push(json(answer, 422))
    await open()
    tab(/^Settings/)
    type('Description', 'Countries')
    await save()
    await confirmAndWait()
    const expression = await screen.findByRole('textbox', { name: 'SQL expression' })
    await waitFor(() => expect(document.activeElement).toBe(expression))
    expect(document.getElementById(expression.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Unknown function.')
    expect(onClose).not.toHaveBeenCalled()
    tab(/^Settings/)
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Countries')
  })

  test.each([
    ['a message', () => json({ message: 'The dataset is being written' }, 500), 'The dataset is being written'],
    ['nothing', () => json({}, 500), 'An error has occurred'],
  ])('a failure with %s is told in a dialog, and nothing that was typed is lost', async (_, answer, text) => {
    answers.push(answer())
    await open()
    tab(/^Settings/)
    type('Description', 'Countries')
    await save()
    await confirmAndWait()
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Error' }))
    expect(dialog.getByText(text)).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Countries')
    expect(onClose).not.toHaveBeenCalled()
  })

  test('removing a row keeps the values of the rows after it', async () => {
    await open()
    press('Metric')
    type('Metric key', 'first')
    type('SQL expression', '1')
    press('Metric')
    type('Metric key', 'second')
    type('SQL expression', '2')
    press('Delete first')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'SQL expression' })).toHaveProperty('value', '2'))
    press(/^Delete COUNT/)
    type('SQL expression', '3')
    await save()
    await confirmAndWait()
    expect(sent[0]).toMatchObject({ metrics: [{ metric_name: 'second', expression: '3' }] })
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  test('warning, currency and order of metrics are saved', async () => {
    await open()
    press('Metric')
    type('SQL expression', 'SUM(price)')
    type('Warning', 'Not audited')
    fireEvent.click(screen.getByRole('combobox', { name: 'Currency, currency' }))
    fireEvent.click(await screen.findByRole('option', { name: /EUR/ }))
    press('Move metric up')
    await save()
    await confirmAndWait()
    expect(sent[0]).toMatchObject({
      metrics: [
        {
          metric_name: 'metric',
          expression: 'SUM(price)',
          currency: { symbol: 'EUR', symbolPosition: 'prefix' },
          extra: '{"warning_markdown":"Not audited"}',
        },
        { metric_name: 'count', extra: '{"keep":true}' },
      ],
    })
  })

  test('columns are dragged onto each other', async () => {
    stored = { columns: ['a', 'b', 'c'].map((column_name, id) => ({ ...storedDataset.wire.columns[0], id, column_name })) }
    await open()
    tab(/^Columns/)
    const rowOf = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) }).parentElement as HTMLElement
    const held = new Map<string, string>()
    const dataTransfer = {
      setData: (key: string, value: string) => held.set(key, value),
      getData: (key: string) => held.get(key) ?? '',
      get types() {
        return [...held.keys()]
      },
    }
    fireEvent.dragStart(rowOf('c'), { dataTransfer })
    fireEvent.dragOver(rowOf('a'), { dataTransfer })
    fireEvent.drop(rowOf('a'), { dataTransfer })
    press('Move b up')
    await save()
    await confirmAndWait()
    expect(sent[0]).toMatchObject({ columns: [{ column_name: 'c' }, { column_name: 'b' }, { column_name: 'a' }] })
  })

  test('the first and last row cannot be moved further', async () => {
    await open()
    expect(screen.getByRole('button', { name: 'Move COUNT(*) up' }).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('button', { name: 'Move COUNT(*) down' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('of 2,000 columns the first are drawn, and a search finds the others', async () => {
    const [sample] = storedDataset.wire.columns
    const columns = Array.from({ length: 2000 }, (_, i) => ({ ...sample, id: i + 1, column_name: `column ${i + 1}` }))
    stored = { columns }
    await open()
    tab(/^Columns/)
    const rows = () => screen.getAllByRole('listitem').length
    expect(rows()).toBe(100)
    expect(screen.getByText('1,900 more')).toBeTruthy()
    press('Show more')
    expect(rows()).toBe(200)
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search columns' }), { target: { value: 'column 1999' } })
    expect(await screen.findByRole('button', { name: /^column 1999/ })).toBeTruthy()
  })

  test('a column has a warning', async () => {
    await open()
    tab(/^Columns/)
    press(/^year_date/)
    type('Warning', 'Years only')
    await save()
    await confirmAndWait()
    expect(sent[0]).toMatchObject({ columns: [{ column_name: 'year_date', extra: '{"warning_markdown":"Years only"}' }, {}] })
  })

  test('the database checks an expression while it is written', async () => {
    await open()
    press('Metric')
    verdicts.push([{ message: 'Parser Error: no such function', line_number: 1, start_column: 0, end_column: 3 }])
    type('SQL expression', 'SUMM(price)')
    expect(await screen.findByText('no such function', {}, { timeout: 3000 })).toBeTruthy()
    type('SQL expression', 'SUM(price)')
    expect(await screen.findByText('Complete.', {}, { timeout: 3000 })).toBeTruthy()
  })

  test('a dataset that is managed externally is locked, with the name of the application', async () => {
    stored = { is_managed_externally: true }
    await open()
    expect(screen.getByText(`This dataset is managed externally, and can't be edited in ${appName()}`)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Metric' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^(Delete|Move)/ })).toBeNull()
    press(/^COUNT/)
    expect(screen.getByRole('textbox', { name: 'SQL expression' }).matches(':disabled')).toBe(true)
    tab(/^Columns/)
    expect(screen.getByRole('checkbox', { name: 'year_date: is filterable' }).matches(':disabled')).toBe(true)
    expect(screen.queryByRole('button', { name: 'Sync columns from source' })).toBeNull()
    tab(/^Settings/)
    expect(screen.getByRole('textbox', { name: 'Description' }).matches(':disabled')).toBe(true)
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  })

  test('columns are synced after what that changes and breaks was confirmed', async () => {
    await open()
    tab(/^Columns/)
    press('Sync columns from source')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Sync columns from source' }))
    const list = (name: string) => dialog.getByRole('region', { name }).textContent
    expect(list('Added columns')).toBe('Added columns 1gdp double')
    expect(list('Changed types')).toBe('Changed types 1year_date date → varchar')
    expect(list('Lost columns')).toBe('Lost columns 1year used by decade')
    expect(list('Filters of dashboards that would break')).toBe('Filters of dashboards that would break 1Decade · World decade')
    expect(list('Charts that would break')).toBe('Charts that would break 1By decade decade')
    expect(dialog.getByText('2 charts that you may not see would break, too.')).toBeTruthy()
    expect(sent).toEqual([])
    const { promise: answer, resolve: answerNow } = Promise.withResolvers<Response>()
    answers.push(answer)
    fireEvent.click(dialog.getByRole('button', { name: 'Sync and break charts' }))
    await waitFor(() => expect(sent).toEqual(['/api/v1/dataset/5/refresh']))
    const takesNothing = () => document.getElementById('dataset-columns')?.hasAttribute('inert')
    expect(takesNothing()).toBe(true)
    answerNow(json({ message: 'OK' }))
    await waitFor(() => expect(takesNothing()).toBe(false))
  })
})
