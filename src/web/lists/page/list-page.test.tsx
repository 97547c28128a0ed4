// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { useToasts } from '../../ui/feedback/toast.ts'
import type { ListConfig, ListRow } from '../config.ts'
import { ListPage } from './ListPage.tsx'

vi.hoisted(() => {
  // jsdom knows no media: everything is read in the light theme on a wide screen.
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})

type Row = ListRow & { owner: 'me' | 'others' }

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  vi.stubGlobal('ResizeObserver', function create() {
    return { observe: () => {}, unobserve: () => {}, disconnect: () => {} }
  })
})

const show = (rows: Row[], many: (ids: number[]) => Promise<unknown>) => {
  const config = {
    id: 'charts',
    title: 'Charts',
    noun: () => 'charts',
    name: ({ id }: Row) => `chart ${id}`,
    list: () => ({ queryKey: ['list'], queryFn: () => Promise.resolve({ result: rows, count: rows.length }) }),
    count: () => ({ queryKey: ['count'], queryFn: () => Promise.resolve(rows.length) }),
    refresh: () => Promise.resolve(),
    search: { label: 'Search', col: 'name', opr: 'ct' },
    filters: [],
    sorts: [{ key: 'name', label: 'Name', direction: 'asc' }],
    defaults: { sort: 'name', direction: 'asc', cards: false },
    shown: [],
    entries: () => [],
    open: () => '/',
    canEdit: ({ owner }: Row) => owner === 'me',
    remove: { one: many, many, failure: () => '' },
    empty: { title: '', text: '' },
    icon: null,
  } as unknown as ListConfig<Row>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ListPage config={config} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('rows that somebody may not delete leave the selection before the others are deleted', async () => {
  const many = vi.fn<(ids: number[]) => Promise<unknown>>(() => Promise.resolve())
  show(
    [
      { id: 1, owner: 'me' },
      { id: 2, owner: 'others' },
      { id: 3, owner: 'me' },
    ],
    many,
  )
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  const bar = within(screen.getByRole('toolbar', { name: 'Selection' }))
  expect(bar.getByRole('status').textContent).toBe('3 selected')
  fireEvent.click(bar.getByRole('button', { name: 'Delete' }))
  expect(many).not.toHaveBeenCalled()
  expect(bar.getByRole('status').textContent).toBe('2 selected')
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['You may not delete all of them. No longer selected: 1'])
  fireEvent.click(bar.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(many).toHaveBeenCalledWith([1, 3]))
})
