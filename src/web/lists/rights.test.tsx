// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chartInfo } from '#api/chart.ts'
import { readSession, sessionKey, type Session } from '../data/session.ts'
import { annotationLayersConfig } from '../pages/annotation-layers/annotation-layers-config.tsx'
import { annotationsConfig } from '../pages/annotations/annotations-config.tsx'
import { chartsConfig } from '../pages/charts/charts-config.tsx'
import { cssTemplatesConfig } from '../pages/css-templates/css-templates-config.tsx'
import { dashboardsConfig } from '../pages/dashboards/dashboards-config.tsx'
import { databasesConfig } from '../pages/databases/databases-config.tsx'
import { datasetsConfig } from '../pages/datasets/datasets-config.tsx'
import { tagsConfig } from '../pages/tags/tags-config.tsx'
import { useToasts } from '../ui/feedback/toast.ts'
import { Owners } from './people/Owners.tsx'
import type { ListConfig, ListRow } from './config.ts'
import { withSaveFailure } from './save-failure.ts'
import { useListSession } from './use-list-session.ts'

const me = { id: 3, first_name: 'Ana', last_name: 'Ruiz' }

const sessionWith = (pairs: string[]): Session => {
  const session = readSession({ user: { ...me, username: 'ana', roles: [{ id: 1, name: 'Alpha' }] }, pairs, csrf_token: '' } as never)
  if (!session) throw new Error('no session')
  return session
}

/** What a list offers: its button, what may be done with an own row, and with several. */
const offers = <R extends ListRow>(config: ListConfig<R>, row: R): string[] => [
  ...(config.actions ? ['create'] : []),
  ...config.entries(row).flatMap((entry) => (typeof entry === 'object' && 'key' in entry ? [entry.key] : [])),
  ...(config.canEdit(row) && config.remove ? ['delete'] : []),
  ...(config.bulk ?? []).map(({ key }) => `bulk ${key}`),
]

const own = { id: 1, owners: [me], slug: null, datasource_id: 5, kind: 'virtual' } as never
const nothing = () => undefined

const lists: Record<string, (session: Session) => string[]> = {
  charts: (session) =>
    offers(
      chartsConfig({ session, vizName: String, edit: nothing, duplicate: nothing, add: nothing, share: nothing, shared: new Set() }),
      own,
    ),
  dashboards: (session) => offers(dashboardsConfig({ session, edit: nothing, share: nothing, shared: new Set() }), own),
  datasets: (session) => offers(datasetsConfig({ session, edit: nothing, duplicate: nothing }), own),
  databases: (session) => offers(databasesConfig({ session, edit: nothing }), own),
  'annotation layers': (session) => offers(annotationLayersConfig({ session, edit: nothing }), own),
  annotations: (session) => offers(annotationsConfig({ session, layer: { id: 1, name: 'Releases' }, edit: nothing }), own),
  'CSS templates': (session) => offers(cssTemplatesConfig({ session, edit: nothing }), own),
  tags: (session) => offers(tagsConfig({ session, edit: nothing }), own),
}

/** For each list, the pair of permissions and what is gone without it. */
const needs: [list: string, pair: string, actions: string[]][] = [
  ['charts', 'can_write on Chart', ['create', 'edit', 'duplicate', 'delete']],
  ['charts', 'can_write on Dashboard', ['add', 'bulk add']],
  ['dashboards', 'can_write on Dashboard', ['create', 'edit', 'properties', 'delete']],
  ['datasets', 'can_write on Dataset', ['create', 'edit', 'delete']],
  ['datasets', 'can_duplicate on Dataset', ['duplicate']],
  ['datasets', 'can_export on Dataset', ['export', 'bulk export']],
  ['databases', 'can_write on Database', ['create', 'edit', 'sync', 'delete']],
  ['annotation layers', 'can_write on Annotation', ['create', 'edit', 'delete']],
  ['annotations', 'can_write on Annotation', ['create', 'edit', 'delete']],
  ['CSS templates', 'can_write on CssTemplate', ['create', 'edit', 'delete']],
  ['tags', 'can_write on Tag', ['create', 'edit', 'delete']],
]

const allPairs = [...new Set(needs.map(([, pair]) => pair))]

test.each(needs)('in the list of %s, without %s some actions are hidden', (list, pair, actions) => {
  const of = lists[list]
  const allowed = of?.(sessionWith(allPairs)) ?? []
  const left = of?.(sessionWith(allPairs.filter((one) => one !== pair))) ?? []
  expect(allowed.filter((action) => !left.includes(action)).toSorted()).toEqual(actions.toSorted())
})

describe('the permissions of a list', () => {
  const fetched = vi.fn<() => Response>()
  beforeEach(() => vi.stubGlobal('fetch', async () => fetched()))
  afterEach(() => {
    vi.unstubAllGlobals()
    useToasts.setState({ toasts: [] })
    cleanup()
  })

  const openList = (pairs: string[]) => {
    const client = new QueryClient()
    client.setQueryData(sessionKey, sessionWith(pairs))
    const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
    return renderHook(() => useListSession({ info: chartInfo, view: 'Chart', noun: 'chart' }), { wrapper }).result
  }

  test.each([
    ['a right that was given meanwhile', [], ['can_read', 'can_write'], true],
    ['a right that was taken meanwhile', ['can_write on Chart'], ['can_read'], false],
  ])('come from its info: %s', async (_name, pairs, permissions, expected) => {
    fetched.mockImplementation(() => Response.json({ permissions }))
    const result = openList([...pairs, 'can_write on Dashboard'])
    await waitFor(() => expect(result.current.hasPermission('can_write', 'Chart')).toBe(expected))
    expect(result.current.hasPermission('can_write', 'Dashboard')).toBe(true)
  })

  test('are those of the session where the info cannot be read, and it says so', async () => {
    fetched.mockImplementation(() => Response.json({ message: 'Too busy' }, { status: 500 }))
    const result = openList(['can_write on Chart'])
    await waitFor(() =>
      expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['An error occurred while fetching chart info: Too busy']),
    )
    expect(result.current.hasPermission('can_write', 'Chart')).toBe(true)
  })
})

test.each([
  [true, 'An error occurred while creating templates: Taken'],
  [false, 'An error occurred while fetching templates: Taken'],
])('a failed save names what was saved (new: %s)', (isNew, text) => {
  expect(withSaveFailure({ topFault: 'Taken' }, { isNew, noun: 'template' }).topFault).toBe(text)
  expect(withSaveFailure({ topFault: undefined }, { isNew, noun: 'template' }).topFault).toBeUndefined()
})

describe('owners', () => {
  const people = ['Ana', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay'].map((first_name, i) => ({ id: i + 3, first_name, last_name: 'R' }))
  const show = (count: number) => render(createElement(MemoryRouter, {}, <Owners owners={people.slice(0, count)} me={4} />))
  afterEach(cleanup)

  test.each([
    [1, 1, null],
    [4, 4, null],
    [6, 4, '+2'],
  ])('%s owners are %s avatars', (count, avatars, more) => {
    const { container } = show(count)
    expect(container.querySelectorAll('[class*=avatar][aria-hidden]')).toHaveLength(avatars)
    expect(screen.queryByText(/^\+/)?.textContent ?? null).toBe(more)
  })

  test('yourself come first', () => {
    show(3)
    expect(screen.getByText('You, Ana R, Cleo R')).toBeTruthy()
  })
})
