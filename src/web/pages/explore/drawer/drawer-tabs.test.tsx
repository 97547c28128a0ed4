// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readSession, sessionKey } from '../../../data/session.ts'
import { useDrawerTabs } from './Drawer.tsx'

test.each([
  [['can_samples on Datasource'], ['results', 'samples', 'sql', 'explain']],
  [[], ['results', 'sql', 'explain']],
])('with %j the tabs are %j', (pairs, tabs) => {
  const client = new QueryClient()
  const user = { id: 1, username: 'ana', first_name: 'Ana', last_name: 'Ruiz', email: '', has_password: true, groups: [], roles: [] }
  client.setQueryData(sessionKey, readSession({ user, pairs, csrf_token: '' } as never))
  const { result } = renderHook(useDrawerTabs, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  expect(result.current).toEqual(tabs)
})
