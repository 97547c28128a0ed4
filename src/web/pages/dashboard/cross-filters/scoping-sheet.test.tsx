// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readSession, sessionKey } from '../../../data/session.ts'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { loadOverlayParts } from '../../../ui/overlay/parts.ts'
import { openingOf } from '../fixture.ts'
import { DashboardContext } from '../state/dashboard-context.ts'
import { createMount } from '../state/mount.ts'
import { ScopingSheet } from './ScopingSheet.tsx'

vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})

beforeAll(loadOverlayParts)
afterEach(() => vi.unstubAllGlobals())

const cell = (chartId: number, sliceName: string) => ({ type: 'CHART', children: [], meta: { chartId, sliceName, width: 4, height: 20 } })
const position = {
  ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', children: ['ROW'] },
  ROW: { type: 'ROW', children: ['C1', 'C2'] },
  C1: cell(1, 'Gross'),
  C2: cell(2, 'Jobs'),
}

const show = (onClose: () => void = () => {}) => {
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('ResizeObserver', function create() {
    return { observe: () => {}, unobserve: () => {}, disconnect: () => {} }
  })
  const sent: string[] = []
  vi.stubGlobal('fetch', (_url: string, init?: RequestInit) => {
    if (init?.method === 'PUT') sent.push(String(init.body))
    return Promise.resolve(Response.json({ id: 9, result: {} }))
  })
  const client = new QueryClient()
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Dashboard'], csrf_token: '' } as never))
  render(
    <QueryClientProvider client={client}>
      <DashboardContext value={createMount(openingOf(position, { isEditing: false }))}>
        <ScopingSheet onClose={onClose} />
        <Confirm />
      </DashboardContext>
    </QueryClientProvider>,
  )
  return sent
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const choose = (name: string) => {
  fireEvent.click(screen.getByRole('combobox', { name: /^Chart/ }))
  fireEvent.click(screen.getByRole('option', { name }))
}

test('a new custom scoping has a name of its own until its chart is chosen, and can be removed before', async () => {
  const sent = show()
  press('Add custom scoping')
  expect(screen.getByRole('button', { name: '[new custom scoping]' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('button', { name: 'Add custom scoping' }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  press('Remove “[new custom scoping]”')
  expect(screen.getByRole('button', { name: 'All charts/global scoping' }).getAttribute('aria-pressed')).toBe('true')

  press('Add custom scoping')
  choose('Jobs')
  expect(screen.queryByRole('button', { name: '[new custom scoping]' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Jobs' }).getAttribute('aria-pressed')).toBe('true')
  press('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toContain('chart_configuration')
})

test('when every chart has a scope of its own no more can be added', () => {
  show()
  for (const name of ['Gross', 'Jobs']) {
    press('Add custom scoping')
    choose(name)
  }
  expect(screen.getByRole('button', { name: 'Add custom scoping' }).getAttribute('aria-disabled')).toBe('true')
})

test('scopes that are not saved are not thrown away without a question', async () => {
  const onClose = vi.fn<() => void>()
  show(onClose)
  press('Add custom scoping')
  choose('Jobs')
  press('Cancel')
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(onClose).not.toHaveBeenCalled()
  press('Cancel')
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, cancel' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})
