// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { readSession, sessionKey } from '../../../../data/session.ts'
import type { ChartData } from '../../../../frame/data/use-chart-data.ts'
import { ViewQuery } from './ViewQuery.tsx'

afterEach(() => vi.unstubAllGlobals())

const failed: ChartData = {
  status: 'failed',
  answer: undefined,
  error: new Error('no such column'),
  startedAt: null,
  queryContext: { datasource: { id: 1, type: 'table' }, queries: [{}], result_format: 'json', result_type: 'full' },
  stop: () => {},
  refresh: () => {},
  retry: () => {},
}

const show = (data: ChartData) => {
  const client = new QueryClient()
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['menu_access on SQL Lab'], csrf_token: '' } as never))
  return render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <ViewQuery name="Shares" data={data} onClose={() => {}} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

const answers = (...responses: (() => Response)[]) => {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(String(body)))
    return (responses.shift() ?? Response.error)()
  })
  return bodies
}

test('the SQL of a chart whose query failed is asked for and can be opened in SQL Lab', async () => {
  const bodies = answers(() => Response.json({ result: [{ query: 'SELECT nothing', language: 'sql' }] }))
  show(failed)
  expect(await screen.findByText('SELECT nothing')).toBeTruthy()
  expect(bodies).toMatchObject([{ result_type: 'query' }])
  expect(screen.getByRole('link', { name: 'Open in SQL Lab' })).toBeTruthy()
})

test('SQL that cannot be loaded says so, opens nothing, and can be asked for again', async () => {
  answers(
    () => Response.json({ message: 'No such dataset' }, { status: 404 }),
    () => Response.json({ result: [{ query: 'SELECT 1', language: 'sql' }] }),
  )
  show(failed)
  expect(await screen.findByText('An error occurred while loading the SQL')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Open in SQL Lab' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /again|retry/i }))
  expect(await screen.findByText('SELECT 1')).toBeTruthy()
})
