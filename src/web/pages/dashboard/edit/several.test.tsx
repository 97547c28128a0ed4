// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readSession, sessionKey } from '../../../data/session.ts'
import { useToasts } from '../../../ui/feedback/toast.ts'
import { loadOverlayParts } from '../../../ui/overlay/parts.ts'
import { openingOf } from '../fixture.ts'
import { EditContext } from '../stage/edit-tools.ts'
import { Stage } from '../stage/Stage.tsx'
import { DashboardContext, useMount } from '../state/dashboard-context.ts'
import { layoutOf } from '../state/derived.ts'
import { HostContext, type Host } from '../state/host.ts'
import { createMount, type Mount } from '../state/mount.ts'
import { pasteText } from './clipboard/clip-actions.ts'
import { Editing, editTools } from './Editing.tsx'

vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network in this test')))

beforeAll(loadOverlayParts)

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
  Element.prototype.scrollIntoView = () => {}
  useToasts.setState({ toasts: [] })
})
const text = (code: string, width: number, height: number) => ({ type: 'MARKDOWN', meta: { code, width, height } })
const position = {
  ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', children: ['r', 's', 'h'] },
  r: { type: 'ROW', children: ['a', 'b'], meta: {} },
  s: { type: 'ROW', children: ['c', 'd'], meta: {} },
  a: text('Costs', 3, 20),
  b: text('Sales', 4, 30),
  c: text('Stock', 6, 10),
  d: { type: 'CHART', meta: { chartId: 7, sliceName: 'Old chart', width: 2, height: 10 } },
  h: { type: 'HEADER', meta: { text: 'Figures' } },
}

const host: Host = {
  search: new URLSearchParams(),
  anchor: '',
  setSearch: () => {},
  onMoved: () => {},
  onUnsaved: () => {},
  onTitle: () => {},
}

const Root = () => {
  const { root } = useMount()
  return (
    <div ref={root}>
      <div data-stage>
        <Stage />
      </div>
      <Editing />
    </div>
  )
}

const show = (layout: object | null = position) => {
  const mount = createMount(openingOf(layout))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Dashboard'], csrf_token: '' } as never))
  const Page = () => (
    <DashboardContext value={mount}>
      <HostContext value={host}>
        <EditContext value={editTools}>
          <Root />
        </EditContext>
      </HostContext>
    </DashboardContext>
  )
  const router = createMemoryRouter([{ path: '*', Component: Page }])
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return mount
}

const part = (name: string) => screen.getByRole('group', { name })
const layoutIn = ({ store }: Mount) => layoutOf(store.getState())
const stepsOf = ({ store }: Mount) => store.getState().history.past.map(({ description }) => description)
const toolbar = () => within(screen.getByRole('toolbar', { name: 'Selection' }))
const toasts = () => useToasts.getState().toasts.map((toast) => toast.text)

test('components are selected with Shift-click and Space, and put into one row as one step', () => {
  const mount = show()
  fireEvent.focus(part('Text Costs'))
  fireEvent.click(part('Text Stock'), { shiftKey: true })
  expect(toolbar().getByRole('status').textContent).toBe('2 selected')
  fireEvent.keyDown(part('Text Sales'), { key: ' ' })
  expect(toolbar().getByRole('status').textContent).toBe('3 selected')
  fireEvent.keyDown(part('Text Sales'), { key: ' ' })
  fireEvent.click(toolbar().getByRole('button', { name: 'Group' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Group in a row' }))
  const [first = ''] = layoutIn(mount)['GRID_ID']?.children ?? []
  expect(layoutIn(mount)[first]).toMatchObject({ type: 'ROW', children: ['a', 'c'] })
  expect(stepsOf(mount)).toEqual(['Grouped 2 components'])
  expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull()
  act(() => mount.store.getState().undo())
  expect(layoutIn(mount)['r']?.children).toEqual(['a', 'b'])
})

test('selected components are aligned; disabled entries give a reason', () => {
  const mount = show()
  fireEvent.focus(part('Text Costs'))
  fireEvent.click(part('Text Sales'), { shiftKey: true })
  const choose = (menu: string, entry: string) => {
    fireEvent.click(toolbar().getByRole('button', { name: menu }))
    fireEvent.click(screen.getByRole('menuitem', { name: entry }))
  }
  choose('Align', 'Same height')
  choose('Align', 'Spread over the row')
  expect(['a', 'b'].map((id) => layoutIn(mount)[id]?.meta)).toMatchObject([
    { height: 30, width: 6 },
    { height: 30, width: 6 },
  ])
  expect(stepsOf(mount)).toEqual(['Same height for 2 components', 'Spread 2 components over their rows'])
  fireEvent.click(part('Header Figures'), { shiftKey: true })
  fireEvent.click(toolbar().getByRole('button', { name: 'Group' }))
  expect(screen.getByRole('menuitem', { name: /Group in a row/ }).getAttribute('aria-disabled')).toBe('true')
})

test('Delete removes the whole selection as one step; a plain click and Escape end it', () => {
  const mount = show()
  fireEvent.click(part('Text Costs'), { shiftKey: true })
  fireEvent.click(part('Text Stock'), { shiftKey: true })
  fireEvent.keyDown(document.body, { key: 'Delete' })
  expect([layoutIn(mount)['a'], layoutIn(mount)['c'], stepsOf(mount)]).toEqual([undefined, undefined, ['Removed 2 components']])
  fireEvent.click(part('Text Sales'), { shiftKey: true })
  fireEvent.click(part('Header Figures'))
  expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull()
  fireEvent.keyDown(part('Text Sales'), { key: ' ' })
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull()
})

test('M moves the whole selection as one step; what was side by side stays so', () => {
  const mount = show()
  fireEvent.focus(part('Text Costs'))
  fireEvent.click(part('Text Sales'), { shiftKey: true })
  fireEvent.keyDown(document.body, { key: 'm' })
  const dialog = within(screen.getByRole('dialog', { name: 'Move 2 components to' }))
  fireEvent.click(dialog.getByRole('option', { name: /End of the dashboard/ }))
  const [, , last = ''] = layoutIn(mount)['GRID_ID']?.children ?? []
  expect([layoutIn(mount)['r'], layoutIn(mount)[last]?.children]).toEqual([undefined, ['a', 'b']])
  expect(stepsOf(mount)).toEqual(['Moved 2 components'])
  fireEvent.keyDown(document.body, { key: 'Escape' })
  fireEvent.focus(part('Header Figures'))
  fireEvent.keyDown(document.body, { key: 'm' })
  expect(screen.getByRole('dialog', { name: 'Move “Figures” to' })).not.toBeNull()
})

test('what is moved by the dialog keeps the focus in its new place', () => {
  show()
  act(() => part('Text Costs').focus())
  fireEvent.keyDown(part('Text Costs'), { key: 'm' })
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('option', { name: /End of the dashboard/ }))
  expect(document.activeElement).toBe(part('Text Costs'))
})

const clipboardEvent = (type: 'copy' | 'cut' | 'paste', given = '') => {
  let stored = given
  const event = new Event(type, { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: { getData: () => stored, setData: (_: string, data: string) => (stored = data) } })
  act(() => void document.body.dispatchEvent(event))
  return { text: stored, isHandled: event.defaultPrevented }
}

test('cut components are pasted into another dashboard as one step, by the layout rules', async () => {
  const source = show()
  fireEvent.focus(part('Text Costs'))
  fireEvent.click(part('Text Sales'), { shiftKey: true })
  const { text: cut, isHandled } = clipboardEvent('cut')
  expect([isHandled, layoutIn(source)['r'], stepsOf(source)]).toEqual([true, undefined, ['Removed 2 components']])
  cleanup()

  const target = show(null)
  expect(clipboardEvent('paste', cut).isHandled).toBe(true)
  await waitFor(() => expect(stepsOf(target)).toEqual(['Pasted 1 component']))
  const [row = ''] = layoutIn(target)['GRID_ID']?.children ?? []
  expect(layoutIn(target)[row]?.children.map((id) => layoutIn(target)[id]?.meta.code)).toEqual(['Costs', 'Sales'])
  act(() => target.store.getState().undo())
  expect(layoutIn(target)['GRID_ID']?.children).toEqual([])
})

test('nothing is copied while a text is typed, or when nothing is chosen', () => {
  const mount = show()
  act(() => mount.store.getState().select(null))
  expect(clipboardEvent('copy').isHandled).toBe(false)
  expect(clipboardEvent('paste', 'Year\tSales').isHandled).toBe(false)
})

test('pasting refuses other texts, damaged ones, and charts of another server', async () => {
  const mount = show()
  fireEvent.focus(part('Chart Old chart'))
  const { text: copied } = clipboardEvent('copy')
  await pasteText(mount, 'Year\tSales')
  await pasteText(mount, copied.replace('"CHART"', '"CARD"'))
  await pasteText(mount, copied.replace(new URL(document.baseURI).origin, 'https://elsewhere.example'))
  await pasteText(mount, copied)
  expect(toasts()).toEqual([
    'The clipboard holds no components of a dashboard.',
    'The copied components cannot be read: the text was changed, or comes from another version.',
    '1 chart was left out: it was deleted, or you have no access to it.',
    expect.stringContaining('The copied charts could not be loaded'),
  ])
  expect(stepsOf(mount)).toEqual([])
})
