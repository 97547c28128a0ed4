// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { EngineChoice } from '../data/engines.ts'
import { newConnection } from './connection.ts'
import { ConnectionForm } from './ConnectionForm.tsx'
import { loadOverlayParts } from '../ui/overlay/parts.ts'

const engine: EngineChoice = {
  name: 'PostgreSQL',
  engine: 'postgresql',
  driver: null,
  preferred: true,
  placeholder: '',
  isUntried: false,
  missingDriver: null,
  hasTunnel: true,
  fields: [
    { name: 'host', label: 'Host', kind: 'text', required: true },
    { name: 'port', label: 'Port', kind: 'number', required: true },
    { name: 'password', label: 'Password', kind: 'password', required: false },
    { name: 'encryption', label: 'Encryption', kind: 'switch', required: false },
  ],
}
const answers: Record<string, Response> = {}
const sent: string[] = []
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

beforeAll(loadOverlayParts)

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = new URL(url, 'http://x').pathname
    if (init.method === 'POST') sent.push(`${path} ${String(init.body)}`)
    return path.includes('csrf') ? json({ result: 'token' }) : (answers[path]?.clone() ?? json({ message: 'OK' }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  sent.length = 0
  for (const path of Object.keys(answers)) delete answers[path]
})

const open = () => {
  const element = (
    <QueryClientProvider client={new QueryClient()}>
      <ConnectionForm engine={engine} start={newConnection(engine)} onClose={() => {}} />
    </QueryClientProvider>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}
const field = (name: string) => screen.getByLabelText(new RegExp(`^${name}`), { selector: 'input' })
const noteOf = (name: string) => document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent

test('server errors are shown at their parameters, and summarised above them', async () => {
  answers['/api/v1/database/validate_parameters/'] = json(
    { errors: [{ message: 'The port is closed.', extra: { invalid: ['host', 'port'] } }] },
    422,
  )
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Test connection' }))
  await waitFor(() => expect([noteOf('Host'), noteOf('Port')]).toEqual(['The port is closed.', 'The port is closed.']))
  await waitFor(() => expect(document.activeElement).toBe(field('Host')))
  expect(screen.getByText('ERROR: The port is closed.')).toBeTruthy()

  delete answers['/api/v1/database/validate_parameters/']
  fireEvent.change(field('Host'), { target: { value: 'db' } })
  await waitFor(() => expect(screen.queryByText(/^ERROR/)).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Test connection' }))
  expect((await screen.findByRole('status')).textContent).toBe('Connection looks good!')
})

test('a field that was left is checked, without the checks of the button', async () => {
  answers['/api/v1/database/validate_parameters/'] = json(
    {
      errors: [
        { message: 'missing', error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR', extra: { missing: ['port'], invalid: ['password'] } },
        { message: 'Nobody has this name.', error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR', extra: { invalid: ['host'] } },
      ],
    },
    422,
  )
  open()
  fireEvent.change(field('Host'), { target: { value: 'nowhere' } })
  fireEvent.blur(field('Host'))
  await waitFor(() => expect(noteOf('Host')).toBe('Nobody has this name.'))
  expect([noteOf('Password'), screen.queryByText(/^ERROR/)]).toEqual([undefined, null])
  fireEvent.blur(field('Host'))
  expect(sent).toHaveLength(1)
})

test('a field is checked while it is typed, after a rest', async () => {
  answers['/api/v1/database/validate_parameters/'] = json(
    { errors: [{ message: 'Nobody has this name.', error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR', extra: { invalid: ['host'] } }] },
    422,
  )
  open()
  for (const value of ['n', 'no', 'nowhere']) fireEvent.change(field('Host'), { target: { value } })
  await waitFor(() => expect(noteOf('Host')).toBe('Nobody has this name.'))
  expect(sent.map((one) => one.split(' ')[0])).toEqual(['/api/v1/database/validate_parameters/'])
  expect(sent[0]).toContain('"host":"nowhere"')
  delete answers['/api/v1/database/validate_parameters/']
  fireEvent.change(field('Host'), { target: { value: 'somewhere' } })
  await waitFor(() => expect(noteOf('Host')).not.toBe('Nobody has this name.'))
})

test('a tunnel without its key opens the section, and goes out with the fields of the wire', async () => {
  open()
  fireEvent.change(field('Host'), { target: { value: 'db' } })
  fireEvent.click(screen.getByLabelText('Connect through an SSH server'))
  fireEvent.click(await screen.findByRole('tab', { name: 'Private Key' }))
  fireEvent.change(field('SSH Host'), { target: { value: 'bastion' } })
  fireEvent.change(field('SSH username'), { target: { value: 'me' } })
  fireEvent.click(screen.getByRole('button', { name: 'Test connection' }))
  const key = screen.getByLabelText(/^Private Key \*/)
  await waitFor(() => expect(document.activeElement).toBe(key))
  sent.length = 0
  fireEvent.change(key, { target: { value: 'PEM' } })
  answers['/api/v1/database/test_connection/'] = json({ message: 'OK', ssh_host_key: 'SHA256:shown' })
  fireEvent.click(screen.getByRole('button', { name: 'Test connection' }))
  await screen.findByRole('status')
  const tunnel = { server_address: 'bastion', server_port: 22, username: 'me', private_key: 'PEM', server_host_key: '' }
  expect(sent.map((one) => JSON.parse(one.slice(one.indexOf('{'))).ssh_tunnel)).toEqual([tunnel, tunnel])
  expect(screen.getByRole('textbox', { name: 'Host key of the SSH server' })).toHaveProperty('value', 'SHA256:shown')
})

test('an invalid timeout reveals the options and is not sent', async () => {
  open()
  fireEvent.change(field('Chart cache timeout'), { target: { value: 'soon' } })
  fireEvent.click(screen.getByRole('button', { name: 'Test connection' }))
  await waitFor(() => expect(document.activeElement).toBe(field('Chart cache timeout')))
  expect(noteOf('Chart cache timeout')).toBe('is expected to be an integer')
  expect([...document.querySelectorAll('details')].filter(({ open: isOpen }) => isOpen)).toHaveLength(1)
  expect(sent).toEqual([])
})
