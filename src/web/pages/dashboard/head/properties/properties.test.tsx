// @vitest-environment jsdom
import { EditorView } from '@codemirror/view'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readSession, sessionKey } from '../../../../data/session.ts'
import { loadOverlayParts } from '../../../../ui/overlay/parts.ts'
import { openingOf } from '../../fixture.ts'
import { DashboardContext, useDashboard } from '../../state/dashboard-context.ts'
import { HostContext, type Host } from '../../state/host.ts'
import { createMount } from '../../state/mount.ts'
import { useSave } from '../../state/use-save.ts'
import { PropertiesSheet } from './PropertiesSheet.tsx'

vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})

beforeAll(loadOverlayParts)
beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => vi.unstubAllGlobals())

const host: Host = {
  search: new URLSearchParams(),
  anchor: '',
  setSearch: () => {},
  onMoved: () => {},
  onUnsaved: () => {},
  onTitle: () => {},
}

const templates = [
  { id: 1, template_name: 'Dense', css: '.a { gap: 0 }', theme_name: 'Plum', json_data: '{}' },
  { id: 2, template_name: null, css: null, theme_name: 'Sea', json_data: '{}' },
]

type Case = { isEditing: boolean; fault?: object; flags?: Record<string, boolean>; hasSave?: boolean }

const SaveAll = () => {
  const { save } = useSave()
  return <button onClick={() => void save()}>Save all</button>
}

const Sheet = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const isWanted = useDashboard((state) => state.dialog === 'properties')
  return isOpen || isWanted ? <PropertiesSheet onClose={onClose} /> : <SaveAll />
}

/** Saves are answered with `fault`; everything else with the templates. */
const show = ({ isEditing, fault, flags = {}, hasSave = false }: Case) => {
  vi.stubGlobal('fetch', (_url: string, init?: RequestInit) =>
    Promise.resolve(
      init?.method === 'PUT' && fault
        ? Response.json({ message: fault }, { status: 422 })
        : Response.json({ count: 2, ids: [1, 2], result: templates }),
    ),
  )
  const mount = createMount(openingOf(null, { isEditing }, { css: '.b { color: red }', json_metadata: '{"kept": 1}' }))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const pairs = ['can_read on Dashboard', 'can_read on CssTemplate', 'can_read on Theme']
  client.setQueryData(sessionKey, readSession({ user: null, pairs, csrf_token: '', feature_flags: flags } as never))
  const onClose = vi.fn()
  const page = (
    <DashboardContext value={mount}>
      <HostContext value={host}>
        <Sheet isOpen={!hasSave} onClose={onClose} />
      </HostContext>
    </DashboardContext>
  )
  const view = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />
    </QueryClientProvider>,
  )
  return { store: mount.store, onClose, ...view }
}

/** Writes a text in the place of what a code editor holds. */
const write = async (name: string, text: string) => {
  const box = await screen.findByRole('textbox', { name }, { timeout: 20_000 })
  const editor = EditorView.findFromDOM(box)
  act(() => editor?.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } }))
}

test('the dashboard shows CSS while it is typed or chosen from a template, and its own again when the form is left', async () => {
  const { store, unmount } = show({ isEditing: true })
  const preview = () => store.getState().previewCss
  await write('CSS', '.b { color: blue }')
  await waitFor(() => expect(preview()).toBe('.b { color: blue }'))
  fireEvent.click(await screen.findByRole('combobox', { name: 'Load a CSS template' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Dense' }))
  await waitFor(() => expect(preview()).toBe('.a { gap: 0 }'))
  unmount()
  expect([preview(), store.getState().history.present.properties.css]).toEqual([null, '.b { color: red }'])
})

test('while editing, the properties become one undo step', async () => {
  const { store, onClose } = show({ isEditing: true })
  await write('CSS', '.b { color: blue }')
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'Costs' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(store.getState().history.present.properties).toMatchObject({ dashboard_title: 'Costs', css: '.b { color: blue }' })
  expect(store.getState().history.past).toHaveLength(1)
})

test('settings with a fault open, and are not saved', async () => {
  const { store, onClose } = show({ isEditing: true })
  fireEvent.click(screen.getByRole('button', { name: 'Advanced' }))
  await write('JSON metadata', '{"kept": 2, "mine": 1}')
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect((await screen.findByText('mine: Unknown setting')).getAttribute('role')).toBe('alert')
  expect(screen.getByTitle('mine: Unknown setting').textContent).toBe('"mine"')
  await write('JSON metadata', '{"kept": 2}')
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(store.getState().history.present.properties.metadata).toEqual({ kept: 2 })
})

test.each([
  [{ slug: ['Must be unique'] }, 'URL slug', 'Must be unique'],
  [{ json_metadata: [{ refresh_frequency: ['Not a valid integer.'] }] }, 'JSON metadata', 'is expected to be an integer'],
])('an answer of the server %j lands on %s', async (fault, field, text) => {
  const { store, onClose } = show({ isEditing: false, fault })
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'Costs' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const message = await screen.findByText(text, {}, { timeout: 20_000 })
  const box = await screen.findByRole('textbox', { name: field }, { timeout: 20_000 })
  expect(box.getAttribute('aria-describedby')).toBe(message.id)
  expect([onClose.mock.calls.length, store.getState().history.present.properties.dashboard_title]).toEqual([0, 'Sales'])
})

test('a save of the whole dashboard that is rejected for a property opens the properties at it', async () => {
  const { store } = show({ isEditing: true, fault: { slug: ['Must be unique'] }, hasSave: true })
  fireEvent.click(screen.getByRole('button', { name: 'Save all' }))
  await waitFor(() => expect(store.getState().dialog).toBe('properties'))
  const message = await screen.findByText('Must be unique', {}, { timeout: 20_000 })
  expect(screen.getByRole('textbox', { name: 'URL slug' }).getAttribute('aria-describedby')).toBe(message.id)
  expect(store.getState().saving).toMatchObject({ isBusy: false, fault: null })
})

test.each([
  [false, null],
  [true, 'Roles'],
])('with role-based access %s the roles are a field: %s', (isOn, expected) => {
  show({ isEditing: true, flags: { DASHBOARD_RBAC: isOn } })
  expect(screen.queryByText('Roles', { selector: 'label' })?.textContent ?? null).toBe(expected)
})

test('a theme is chosen for the content of the dashboard', async () => {
  const { store } = show({ isEditing: true })
  fireEvent.click(await screen.findByRole('combobox', { name: 'Theme' }, { timeout: 20_000 }))
  fireEvent.click(await screen.findByRole('option', { name: 'Plum' }))
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(store.getState().history.present.properties.theme).toEqual({ id: 1, name: 'Plum', json_data: '{}' }))
})
