// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useToasts } from '../../ui/feedback/toast.ts'
import PasswordPage from './PasswordPage.tsx'

vi.mock('../../data/session.ts', () => ({
  sessionKey: ['session'],
  useSession: () => ({ user: { username: 'ann', has_password: true } }),
}))

const sent: unknown[] = []
const answers: Response[] = []
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit = {}) => {
    if (init.method !== 'PUT') return json({ result: 'token' })
    sent.push(JSON.parse(String(init.body)))
    return answers.shift() ?? json({ message: 'OK' })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  sent.length = answers.length = 0
  useToasts.setState({ toasts: [] })
})

const field = (name: string) => screen.getByLabelText(name, { exact: true })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const noteOf = (name: string) => document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent
const submit = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement)

test('validates before sending, shows server errors at their field, and clears the fields after saving', async () => {
  const element = (
    <QueryClientProvider client={new QueryClient()}>
      <PasswordPage />
    </QueryClientProvider>
  )
  render(
    <RouterProvider router={createMemoryRouter([{ path: '/settings/password', element }], { initialEntries: ['/settings/password'] })} />,
  )
  type('New password', 'short')
  type('Repeat new password', 'other')
  submit()
  await waitFor(() => expect(document.activeElement).toBe(field('Current password')))
  expect(['Current password', 'New password', 'Repeat new password'].map(noteOf)).toEqual([
    'cannot be empty',
    '8 characters or more',
    'The passwords do not match',
  ])
  expect(sent).toEqual([])

  answers.push(json({ message: { current_password: ['The password is wrong.'] } }, 422))
  type('Current password', 'wrong one')
  type('New password', 'correct horse')
  type('Repeat new password', 'correct horse')
  submit()
  await waitFor(() => expect(noteOf('Current password')).toBe('The password is wrong.'))
  expect(field('New password')).toHaveProperty('value', 'correct horse')

  type('Current password', 'right one')
  submit()
  await waitFor(() => expect(field('New password')).toHaveProperty('value', ''))
  expect(sent.at(-1)).toEqual({ password: 'correct horse', current_password: 'right one' })
})
