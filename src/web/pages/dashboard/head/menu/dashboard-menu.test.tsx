// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { readSession, sessionKey } from '../../../../data/session.ts'
import { openingOf } from '../../fixture.ts'
import { DashboardContext } from '../../state/dashboard-context.ts'
import { HostContext } from '../../state/host.ts'
import { createMount } from '../../state/mount.ts'
import { DashboardMenu } from './DashboardMenu.tsx'

vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})

/** The names in the menu of everything else, for a viewer with these permissions. */
const entriesFor = async (pairs: string[], canEdit: boolean): Promise<(string | null)[]> => {
  const client = new QueryClient()
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Dashboard', ...pairs], csrf_token: '' } as never))
  const host = { search: new URLSearchParams(), anchor: '', setSearch: () => {}, onMoved: () => {}, onTitle: () => {} }
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <DashboardContext value={createMount(openingOf(null, { canEdit, isEditing: false }))}>
          <HostContext value={host}>
            <DashboardMenu which="more" isOpen anchor={document.body} onClose={() => {}} />
          </HostContext>
        </DashboardContext>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return (await screen.findAllByRole('menuitem', {}, { timeout: 20_000 })).map((item) => item.textContent)
}

const always = ['Refresh dashboard', 'Set auto-refresh interval', 'Enter fullscreen', 'Download as image', 'Print']

test.each<[pairs: string[], more: string[]]>([
  [[], []],
  [['can_save_dash on Superset'], []],
  [['can_write on Dashboard'], []],
  [['can_write on Dashboard', 'can_save_dash on Superset'], ['Save as']],
  [['can_csv on Superset'], ['Export all charts to Excel']],
  [['can_share_dashboard on Superset'], ['Copy permalink to clipboard', 'Share permalink by email']],
])('the menu of a viewer with %j has %j beside what everybody has', async (pairs, more) =>
  expect((await entriesFor(pairs, false)).toSorted()).toEqual([...always, ...more].toSorted()),
)

test('who may edit is also offered the settings and the deletion', async () => {
  const more = ['Edit dashboard', 'Edit properties', 'Add and edit filters', 'Cross-filtering scoping', 'Delete dashboard']
  expect((await entriesFor([], true)).toSorted()).toEqual([...always, ...more].toSorted())
})
