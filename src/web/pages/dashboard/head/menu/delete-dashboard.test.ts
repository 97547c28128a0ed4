// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { rememberCsrf } from '../../../../data/call.ts'
import { useToasts } from '../../../../ui/feedback/toast.ts'
import { deleteDashboard } from './delete-dashboard.ts'

afterEach(() => vi.unstubAllGlobals())

test('a deleted dashboard that cannot be restored is not opened, and the reason is told', async () => {
  rememberCsrf('token')
  const refusal = { errors: [{ message: 'No room', error_type: 'GENERIC_COMMAND_ERROR', level: 'error', extra: {} }] }
  vi.stubGlobal('fetch', (_url: string, { method }: RequestInit) =>
    Promise.resolve(method === 'DELETE' ? Response.json({ message: 'OK' }) : Response.json(refusal, { status: 422 })),
  )
  const navigate = vi.fn()
  await deleteDashboard({ id: 1, title: 'Sales', client: new QueryClient(), navigate })
  const toasts = () => useToasts.getState().toasts
  toasts()
    .find(({ text }) => text === 'Deleted: Sales')
    ?.action?.run()
  await expect.poll(() => toasts().at(-1)).toMatchObject({ kind: 'bad', text: 'Could not restore what was deleted: No room' })
  expect(navigate).toHaveBeenCalledOnce()
})
