// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Confirm } from '../ui/overlay/Confirm.tsx'
import { DatasetSheet } from './DatasetSheet.tsx'
import { storedDataset } from './stored-sample.ts'

const answers: Response[] = []
const sent: unknown[] = []
const onClose = vi.fn()

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status, headers: { etag: '"1"' } })

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.includes('csrf_token')) return json({ result: 'token' })
    if (init.method !== 'PUT') return json({ id: 5, result: storedDataset.wire })
    sent.push(JSON.parse(String(init.body)))
    return answers.shift() ?? json({ id: 5, result: {} })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
  answers.length = sent.length = 0
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
})
