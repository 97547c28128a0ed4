// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readSession, sessionKey } from '../../../../data/session.ts'
import { useToasts } from '../../../../ui/feedback/toast.ts'
import { loadOverlayParts } from '../../../../ui/overlay/parts.ts'
import { openingOf } from '../../fixture.ts'
import { DashboardContext } from '../../state/dashboard-context.ts'
import { createMount } from '../../state/mount.ts'
import { IntervalDialog } from './IntervalDialog.tsx'

beforeAll(loadOverlayParts)
beforeEach(() => useToasts.setState({ toasts: [] }))
const show = (seconds: number, autoRefresh: { limit: number; warning: string }, isEditing = false) => {
  const client = new QueryClient()
  const session = { user: null, pairs: ['can_read on Dashboard'], csrf_token: '', auto_refresh: { mode: 'force', ...autoRefresh } }
  client.setQueryData(sessionKey, readSession(session as never))
  const json_metadata = JSON.stringify({ refresh_frequency: seconds })
  const mount = createMount(openingOf(null, { isEditing }, { json_metadata }))
  render(
    <QueryClientProvider client={client}>
      <DashboardContext value={mount}>
        <IntervalDialog onClose={() => {}} />
      </DashboardContext>
    </QueryClientProvider>,
  )
  return mount.store
}

const warning = 'Warehouse queries cost money.'

test.each([
  [10, { limit: 60, warning }, true],
  [60, { limit: 60, warning }, false],
  [0, { limit: 60, warning }, false],
  [10, { limit: 0, warning }, false],
  [10, { limit: 60, warning: '' }, false],
])('an interval of %i s with %o warns: %s', (seconds, autoRefresh, warns) => {
  show(seconds, autoRefresh)
  expect(screen.queryByRole('alert')?.textContent ?? null).toBe(warns ? `${warning} Are you sure you want to proceed?` : null)
})

test.each([
  [false, 'Save for this session', 30],
  [true, 'Save', 10],
])('while editing: %s, “%s” leaves the dashboard with %i s', (isEditing, action, stored) => {
  const store = show(30, { limit: 0, warning: '' }, isEditing)
  fireEvent.click(screen.getByRole('combobox', { name: /Refresh frequency/ }))
  fireEvent.click(screen.getByRole('option', { name: '10 seconds' }))
  fireEvent.click(screen.getByRole('button', { name: action }))
  const { refreshIntervalSeconds, history } = store.getState()
  expect(refreshIntervalSeconds).toBe(10)
  expect(history.present.properties.metadata['refresh_frequency']).toBe(stored)
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['Refresh interval saved'])
})
