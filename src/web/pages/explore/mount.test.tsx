// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { FormData } from '#core/query/query-object.ts'
import { readSession, sessionKey } from '../../data/session.ts'
import type { ExploreDataset } from './data/answer.ts'
import { MoreMenu } from './header/parts.tsx'
import { PictureBox } from './picture/PictureBox.tsx'
import { noColumnStats } from './state/choose-fields.ts'
import { ExploreContext } from './state/explore-context.ts'
import { RunContext, usePageRun } from './state/run.ts'
import { createExplore } from './state/store.ts'

const downloadImage = vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
  return vi.fn<(element: Element | null, name: string) => Promise<void>>()
})
vi.mock('../../frame/picture/download.ts', async (original) => ({ ...(await original<object>()), downloadImage }))

const dataset: ExploreDataset = {
  id: 3,
  type: 'table',
  datasource_name: 'stocks',
  database: { id: 1, backend: 'duckdb' },
  columns: [],
  metrics: [],
  main_dttm_col: null,
}
const form: FormData = { viz_type: 'unknown', datasource: '3__table' }

const Parts = ({ name }: { name: string }) => (
  <RunContext value={usePageRun(false)}>
    <section aria-label={name}>
      <PictureBox glance={noColumnStats} />
      <MoreMenu actions={{ name } as never} />
    </section>
  </RunContext>
)

const Page = ({ name }: { name: string }) => {
  const [store] = useState(() => createExplore({ dataset, form_data: form, slice: null, metadata: null, message: null }, form))
  return (
    <ExploreContext value={store}>
      <Parts name={name} />
    </ExploreContext>
  )
}

test('of two charts on one page, each downloads its own picture', async () => {
  const client = new QueryClient()
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Chart'], csrf_token: '' } as never))
  const pages = (
    <>
      <Page name="Left" />
      <Page name="Right" />
    </>
  )
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: pages }])} />
    </QueryClientProvider>,
  )
  for (const [i, name] of ['Left', 'Right'].entries()) {
    const side = screen.getByRole('region', { name })
    fireEvent.click(within(side).getByRole('button', { name: 'More' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Download image' }))
    await waitFor(() => expect(downloadImage).toHaveBeenCalledTimes(i + 1))
    const [element, title] = downloadImage.mock.calls[i] ?? []
    expect([side.contains(element ?? null), title]).toEqual([true, name])
  }
})
