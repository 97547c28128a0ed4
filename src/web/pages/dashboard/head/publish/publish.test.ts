// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useToasts } from '../../../../ui/feedback/toast.ts'
import { openingOf } from '../../fixture.ts'
import { createMount } from '../../state/mount.ts'
import { publish } from './publish.ts'

vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})

beforeEach(() => useToasts.setState({ toasts: [] }))
afterEach(() => vi.unstubAllGlobals())

const hidden = async (answer: () => Response) => {
  vi.stubGlobal('fetch', () => Promise.resolve(answer()))
  const { store } = createMount(openingOf(null, { etag: '"dashboard-9-4"' }))
  await publish(false, { store, client: new QueryClient() })
  const { published, etag } = store.getState().serverFields
  return { published, etag, said: useToasts.getState().toasts.map(({ text }) => text) }
}

const stored = (etag: string) => () => Response.json({ id: 9, result: {} }, { headers: { etag } })

test.each([
  ['the next version is that of the page', '"dashboard-9-5"', '"dashboard-9-5"'],
  ['a version that others saved between is not: the next save asks about it', '"dashboard-9-6"', '"dashboard-9-4"'],
])('a dashboard is hidden; %s', async (_case, etag, kept) =>
  expect(await hidden(stored(etag))).toEqual({ published: false, etag: kept, said: ['This dashboard is now hidden'] }),
)

test('where it is refused it stays as it was', async () =>
  expect(await hidden(() => Response.json({ message: 'Forbidden' }, { status: 403 }))).toEqual({
    published: true,
    etag: '"dashboard-9-4"',
    said: ['You do not have permissions to edit this dashboard.'],
  }))
