// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, renderHook, screen } from '@testing-library/react'
import { createRef } from 'react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { pieChart } from '#charts/pie/chart.ts'
import { fixtures } from '#charts/pie/fixture.ts'
import type { FeatureFlag } from '#core/access/feature-flags.ts'
import { defaultSurface, SurfaceContext, useAddsByClick } from './controls/control-props.ts'
import { useDraggable } from './controls/field/drag.ts'
import { firstOperator } from './controls/filter/filter-draft.ts'
import { useAdvancedType } from './controls/filter/use-advanced-type.ts'
import { proposedAggregate } from './controls/metric/metric-draft.ts'
import { rememberFeatureFlags } from './data/feature-flags.ts'
import { readSession, sessionKey } from './data/session.ts'
import { LegacyEditorLink } from './dataset/LegacyEditorLink.tsx'
import { useChartData } from './frame/data/use-chart-data.ts'
import { createOwnColors } from './frame/picture/label-colors.ts'
import { readColoring } from './pages/dashboard/colors/coloring.ts'
import { openingOf } from './pages/dashboard/fixture.ts'
import { DashboardContext } from './pages/dashboard/state/dashboard-context.ts'
import { filtersOf, hasCrossFilters, isBarHorizontal } from './pages/dashboard/state/derived.ts'
import { HostContext, type Host } from './pages/dashboard/state/host.ts'
import { createMount } from './pages/dashboard/state/mount.ts'
import { useSave } from './pages/dashboard/state/use-save.ts'

vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})

afterEach(() => {
  vi.unstubAllGlobals()
  rememberFeatureFlags({})
})

const host: Host = { search: new URLSearchParams(), anchor: '', setSearch: () => {}, onMoved: () => {}, onTitle: () => {} }
const filter = { id: 'NATIVE_FILTER-1', type: 'NATIVE_FILTER', filterType: 'filter_select', name: 'Genre', targets: [{}] }

const mountDashboard = () => {
  const json_metadata = JSON.stringify({ filter_bar_orientation: 'HORIZONTAL', native_filter_configuration: [filter] })
  return createMount({ ...openingOf(null, {}, { json_metadata }), etag: '"v1"' })
}
const stateOfDashboard = () => mountDashboard().store.getState()

const inApp = (client: QueryClient) => {
  const Wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: children }])} />
    </QueryClientProvider>
  )
  return Wrapper
}

/** The request of a save. */
const saved = async (flags: Record<string, boolean>): Promise<RequestInit> => {
  const sent: RequestInit[] = []
  vi.stubGlobal('fetch', (_url: string, init: RequestInit = {}) => {
    if (init.method === 'PUT') sent.push(init)
    return Promise.resolve(Response.json({ result: {} }))
  })
  const client = new QueryClient()
  client.setQueryData(
    sessionKey,
    readSession({ user: null, pairs: ['can_read on Dashboard'], csrf_token: 'x', feature_flags: flags } as never),
  )
  const mount = mountDashboard()
  const App = inApp(client)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <App>
      <DashboardContext value={mount}>
        <HostContext value={host}>{children}</HostContext>
      </DashboardContext>
    </App>
  )
  const { result } = renderHook(useSave, { wrapper })
  await act(() => result.current.save())
  return sent[0] as RequestInit
}

const labelled = () => {
  const colors = createOwnColors()
  const labels = Array.from({ length: 20 }, (_, i) => `label ${i}`)
  colors.setLabels('a', [{ labels, scheme: ['#a00', '#0a0', '#00a'] }])
  return new Set(Object.values(colors.store.getState().colors)).size
}

/** What a flag changes: what is seen while it is on, and while it is off. */
const effects: Record<
  Exclude<FeatureFlag, 'DYNAMIC_PLUGINS' | 'GLOBAL_ASYNC_QUERIES' | 'DASHBOARD_FILTERS_EXPERIMENTAL'>,
  { see: (flags: Record<string, boolean>) => unknown; on: unknown; off: unknown }
> = {
  CLIENT_CACHE: {
    see: () => {
      vi.stubGlobal('fetch', () => new Promise(() => {}))
      const client = new QueryClient()
      const form = fixtures[1]?.form ?? { datasource: '1__table', viz_type: 'pie' }
      renderHook(() => useChartData(form, pieChart, {}), { wrapper: inApp(client) })
      return client.getQueryCache().getAll()[0]?.gcTime
    },
    on: Infinity,
    off: 300_000,
  },
  CONFIRM_DASHBOARD_DIFF: {
    see: async (flags) => new Headers((await saved(flags)).headers).get('if-match'),
    on: '"v1"',
    off: null,
  },
  DASHBOARD_CROSS_FILTERS: { see: () => hasCrossFilters(stateOfDashboard()), on: true, off: false },
  DASHBOARD_NATIVE_FILTERS: { see: () => filtersOf(stateOfDashboard()).length, on: 1, off: 0 },
  DASHBOARD_RBAC: { see: async (flags) => 'roles' in JSON.parse(String((await saved(flags)).body)), on: true, off: false },
  DISABLE_LEGACY_DATASOURCE_EDITOR: {
    see: () => {
      render(<LegacyEditorLink id={7} />, { wrapper: inApp(new QueryClient()) })
      return screen.queryByRole('link', { name: 'Use legacy datasource editor' })?.getAttribute('href') ?? null
    },
    on: null,
    off: '/tablemodelview/edit/7',
  },
  ENABLE_ADVANCED_DATA_TYPES: {
    see: () => renderHook(() => useAdvancedType('internet_address', '1.1.1.1'), { wrapper: inApp(new QueryClient()) }).result.current,
    on: { display: '', error: null, operators: null },
    off: null,
  },
  ENABLE_DND_WITH_CLICK_UX: {
    see: () => {
      const wrapper = ({ children }: { children: ReactNode }) => (
        <SurfaceContext value={{ ...defaultSurface, hasFields: true }}>{children}</SurfaceContext>
      )
      return renderHook(useAddsByClick, { wrapper }).result.current
    },
    on: true,
    off: false,
  },
  ENABLE_EXPLORE_DRAG_AND_DROP: {
    see: () => {
      const box = createRef<HTMLDivElement>()
      const Field = () => {
        useDraggable(box, { kind: 'column', name: 'a' })
        return <div ref={box} />
      }
      render(<Field />)
      return box.current?.getAttribute('draggable')
    },
    on: 'true',
    off: null,
  },
  HORIZONTAL_FILTER_BAR: { see: () => isBarHorizontal(stateOfDashboard()), on: true, off: false },
  USE_ANALAGOUS_COLORS: {
    see: async () => [labelled(), 'schemeOf' in (await readColoring({}))],
    on: [15, true],
    off: [3, false],
  },
  UX_BETA: {
    see: () => [firstOperator({ column_name: 'a', type: 'TEXT', is_dttm: false }), proposedAggregate('number')],
    on: ['IN', 'SUM'],
    off: ['EQUALS', undefined],
  },
}

test.each(
  Object.entries(effects).flatMap(([flag, { see, on, off }]) => [[flag, true, on, see] as const, [flag, false, off, see] as const]),
)('%s set to %s has its effect', async (flag, isOn, seen, see) => {
  const flags = { DASHBOARD_RBAC: true, [flag]: isOn }
  rememberFeatureFlags(flags)
  expect(await see(flags)).toEqual(seen)
})
