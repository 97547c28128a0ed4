// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../../../data/call-error.ts'
import { readSession, sessionKey } from '../../../data/session.ts'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { loadOverlayParts } from '../../../ui/overlay/parts.ts'
import { SaveDialog } from './SaveDialog.tsx'

vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList
})

const onSave = vi.fn<Parameters<typeof SaveDialog>[0]['onSave']>()
const onClose = vi.fn()

beforeAll(loadOverlayParts)

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ result: [{ id: 7, dashboard_title: 'Sales' }], count: 1 })))
})
afterEach(() => {
  vi.unstubAllGlobals()
  onSave.mockReset()
  onClose.mockReset()
})

const open = (canOverwrite = true, queryName?: string) => {
  const client = new QueryClient()
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_write on Chart'], csrf_token: '' } as never))
  const element = (
    <QueryClientProvider client={client}>
      <SaveDialog name="Prices" hasSlice canOverwrite={canOverwrite} queryName={queryName} onSave={onSave} onClose={onClose} />
      <Confirm />
    </QueryClientProvider>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Chart name/ })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
const noteOf = (element: HTMLElement) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent

test('by default a chart overwrites the old one under its name', async () => {
  onSave.mockResolvedValue(true)
  open()
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onSave).toHaveBeenCalledWith({ kind: 'over', name: 'Prices', target: { kind: 'none' } })
})

test('without the right to overwrite, a new chart is saved, also to a new dashboard', async () => {
  onSave.mockResolvedValue(true)
  open(false)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Overwrite/ }).disabled).toBe(true)
  fireEvent.change(name(), { target: { value: ' Mine ' } })
  fireEvent.click(screen.getByRole('combobox', { name: 'Dashboard' }))
  const search = screen.getByRole('combobox', { name: 'Search or type a value' })
  fireEvent.change(search, { target: { value: 'New things' } })
  fireEvent.keyDown(search, { key: 'Enter' })
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onSave).toHaveBeenCalledWith({ kind: 'new', name: 'Mine', target: { kind: 'new-dashboard', title: 'New things' } })
})

test('a chart opened from a dashboard is saved to it, unless another is selected', async () => {
  onSave.mockResolvedValue(true)
  history.replaceState(null, '', '/explore/?slice_id=1&dashboard_id=7')
  open()
  history.replaceState(null, '', '/')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Dashboard' }).textContent).toBe('Sales'))
  save()
  await waitFor(() => expect(onSave).toHaveBeenCalledWith({ kind: 'over', name: 'Prices', target: { kind: 'dashboard', id: 7 } }))
})

test('a dashboard of the address that the user may not change is not chosen', async () => {
  onSave.mockResolvedValue(true)
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({
      result: decodeURIComponent(url).includes('(col:id,opr:eq,value:7)') ? [] : [{ id: 8, dashboard_title: 'Mine' }],
      count: 1,
    }),
  )
  history.replaceState(null, '', '/explore/?slice_id=1&dashboard_id=7')
  open()
  history.replaceState(null, '', '/')
  const dashboard = screen.getByRole('combobox', { name: 'Dashboard' })
  fireEvent.click(dashboard)
  expect(await screen.findByRole('option', { name: 'Mine' })).toBeTruthy()
  expect(dashboard.textContent).toBe('None')
  save()
  await waitFor(() => expect(onSave).toHaveBeenCalledWith({ kind: 'over', name: 'Prices', target: { kind: 'none' } }))
})

test('dashboards beyond the latest are found by a search, and a number is the title of a new one', async () => {
  onSave.mockResolvedValue(true)
  vi.stubGlobal('fetch', async (url: string) => {
    const text = /dashboard_title,opr:title_or_slug,value:'?([^')]+)/.exec(decodeURIComponent(url))?.[1]
    const found = text === 'old' ? [{ id: 901, dashboard_title: 'Old sales' }] : [{ id: 7, dashboard_title: 'Sales' }]
    return Response.json({ result: found, count: 1 })
  })
  open()
  const dashboard = screen.getByRole('combobox', { name: 'Dashboard' })
  const search = (text: string) => {
    fireEvent.click(dashboard)
    fireEvent.change(screen.getByRole('combobox', { name: 'Search or type a value' }), { target: { value: text } })
  }
  search('old')
  fireEvent.click(await screen.findByRole('option', { name: 'Old sales' }))
  expect(dashboard.textContent).toBe('Old sales')
  search('7')
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Search or type a value' }), { key: 'Enter' })
  save()
  const target = { kind: 'new-dashboard', title: '7' }
  await waitFor(() => expect(onSave).toHaveBeenCalledWith({ kind: 'over', name: 'Prices', target }))
})

test('a tab of the chosen dashboard is offered, also one within another', async () => {
  onSave.mockResolvedValue(true)
  const tree = [{ value: 'TAB-a', title: 'Sales', children: [{ value: 'TAB-b', title: 'North', children: [] }] }]
  const answers = { tabs: { result: { tab_tree: tree } }, list: { result: [{ id: 7, dashboard_title: 'Sales' }], count: 1 } }
  vi.stubGlobal('fetch', async (url: string) => new Response(JSON.stringify(url.includes('/7/tabs') ? answers.tabs : answers.list)))
  history.replaceState(null, '', '/explore/?slice_id=1&dashboard_id=7')
  open()
  history.replaceState(null, '', '/')
  fireEvent.click(await screen.findByRole('combobox', { name: 'Tab' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Sales › North' }))
  save()
  const target = { kind: 'dashboard', id: 7, tab: 'TAB-b' }
  await waitFor(() => expect(onSave).toHaveBeenCalledWith({ kind: 'over', name: 'Prices', target }))
})

test('a chart without a name is not sent', async () => {
  open()
  fireEvent.change(name(), { target: { value: ' ' } })
  save()
  await waitFor(() => expect(noteOf(name())).toBe('cannot be empty'))
  await waitFor(() => expect(document.activeElement).toBe(name()))
  expect(onSave).not.toHaveBeenCalled()
})

test.each([
  ['slice_name', name],
  ['dashboards', () => screen.getByRole('combobox', { name: 'Dashboard' })],
])('what the server rejects of %s stands at its field', async (field, element) => {
  onSave.mockRejectedValue(new CallError(422, { message: { [field]: ['Not this one.'] } }, 'No.'))
  open()
  save()
  await waitFor(() => expect(element().getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('Not this one.')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})

test('it stays open if overwriting is refused, and asks before typed text is discarded', async () => {
  onSave.mockResolvedValue(false)
  open()
  fireEvent.change(name(), { target: { value: 'Typed' } })
  save()
  await waitFor(() => expect(onSave).toHaveBeenCalled())
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('the query that a chart reads is saved as a dataset, whose name is asked for', async () => {
  onSave.mockResolvedValue(true)
  open(false, 'Tab 1')
  const dataset = screen.getByRole<HTMLInputElement>('textbox', { name: /^Dataset name/ })
  expect(dataset.value).toBe('Tab 1')
  fireEvent.change(dataset, { target: { value: ' ' } })
  save()
  await waitFor(() => expect(dataset.getAttribute('aria-invalid')).toBe('true'))
  fireEvent.change(dataset, { target: { value: ' orders ' } })
  save()
  await waitFor(() => expect(onSave).toHaveBeenCalledWith({ kind: 'new', name: 'Prices', target: { kind: 'none' }, datasetName: 'orders' }))
})
