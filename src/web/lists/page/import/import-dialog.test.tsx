// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  databaseImport,
  existsText,
  extraText,
  passwordText,
  tunnelKeyPasswordText,
  tunnelKeyText,
  tunnelPasswordText,
} from '#api/import.ts'
import { rememberCsrf } from '../../../data/call.ts'
import { loadOverlayParts } from '../../../ui/overlay/parts.ts'
import { ImportDialog } from './ImportDialog.tsx'

vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})
beforeAll(loadOverlayParts)
afterEach(() => vi.unstubAllGlobals())

const rejected = (faults: Record<string, unknown>) => {
  const extra = { ...faults, issue_codes: [] }
  const error = { message: 'Error importing database', error_type: 'GENERIC_COMMAND_ERROR', extra }
  return Response.json({ errors: [error] }, { status: 422 })
}

/** Sends a file to a server that gives these answers in turn; returns what each request held. */
const show = (answers: Response[]) => {
  rememberCsrf('token')
  const sent: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', (_url: string, { body }: { body: FormData }) => {
    sent.push({ ...Object.fromEntries(body), formData: (body.get('formData') as File).name })
    return Promise.resolve(answers[sent.length - 1] ?? Response.json({ message: 'OK' }))
  })
  const [onImported, onClose] = [vi.fn(), vi.fn()]
  render(<ImportDialog route={databaseImport} noun="database" onImported={onImported} onClose={onClose} />)
  fireEvent.change(screen.getByLabelText('Choose a file', { selector: 'input' }), { target: { files: [new File(['x'], 'sales.zip')] } })
  return { sent, onImported, onClose }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a missing password is asked for, then what exists is overwritten only after it was listed', async () => {
  const path = 'databases/sales.yaml'
  const { sent, onImported, onClose } = show([
    rejected({ [path]: { _schema: [passwordText] } }),
    rejected({ [path]: `Database ${existsText}` }),
  ])
  press('Import')
  const field = await screen.findByLabelText(/Password of sales/i)
  expect(document.activeElement).toBe(field)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true)
  fireEvent.change(field, { target: { value: 'secret' } })
  press('Import')
  expect((await screen.findByRole('listitem')).textContent).toBe(path)
  expect(screen.queryByRole('alert')).toBeNull()
  press('Overwrite')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(onImported).toHaveBeenCalledOnce()
  const passwords = JSON.stringify({ [path]: 'secret' })
  expect(sent).toEqual([
    { formData: 'sales.zip', passwords: '{}' },
    { formData: 'sales.zip', passwords },
    { formData: 'sales.zip', passwords, overwrite: 'true' },
  ])
})

const [sales, stock] = ['databases/Sales.yaml', 'databases/Stock.yaml']
const fill = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('every secret that a bundle masks is asked for by the name of its database, and sent in its part', async () => {
  const texts = [tunnelKeyText, tunnelKeyPasswordText, `${extraText}$.connect_args.token (token)`, `${extraText}$.key (key)`]
  const { sent, onClose } = show([rejected({ [sales]: { _schema: texts }, [stock]: { _schema: [passwordText, tunnelPasswordText] } })])
  press('Import')
  const key = await screen.findByLabelText(/^SSH private key of Sales/)
  expect([document.activeElement === key, key.tagName]).toEqual([true, 'TEXTAREA'])
  fill(/^SSH private key of Sales/, 'PEM\n')
  fill(/^Password of the SSH private key of Sales/, 'phrase')
  fill(/^“connect_args.token” in the secure extra of Sales/, 'token')
  fill(/^“key” in the secure extra of Sales/, 'k')
  fill(/^Password of Stock/, 'db')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true)
  fill(/^SSH password of Stock/, 'jump')
  press('Import')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent[1]).toEqual({
    formData: 'sales.zip',
    passwords: JSON.stringify({ [stock]: 'db' }),
    ssh_tunnel_passwords: JSON.stringify({ [stock]: 'jump' }),
    ssh_tunnel_private_keys: JSON.stringify({ [sales]: 'PEM\n' }),
    ssh_tunnel_private_key_passwords: JSON.stringify({ [sales]: 'phrase' }),
    encrypted_extra_secrets: JSON.stringify({ [sales]: { '$.connect_args.token': 'token', '$.key': 'k' } }),
  })
})

test('what was agreed to be overwritten stays so while the secrets of its new place are asked for', async () => {
  const { sent, onClose } = show([rejected({ [sales]: `Database ${existsText}` }), rejected({ [sales]: { _schema: [passwordText] } })])
  press('Import')
  await screen.findByRole('listitem')
  press('Overwrite')
  // A server of another version does not send the name.
  await screen.findByLabelText(/Password of Sales/i)
  fill(/Password of/, 'secret')
  press('Overwrite')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.map(({ overwrite }) => overwrite)).toEqual([undefined, 'true', 'true'])
})

test.each([
  [
    'a fault of a file',
    rejected({ 'charts/a.yaml': { viz_type: ['Missing data for required field.'] } }),
    'charts/a.yaml: Missing data for required field.',
  ],
  ['a fault of the bundle', Response.json({ message: 'Not a ZIP file' }, { status: 400 }), 'Not a ZIP file'],
])('%s is shown with the advice to export again', async (_, answer, reason) => {
  const { onImported } = show([answer])
  press('Import')
  const text = `An error occurred while importing database: ${reason}\nPlease re-export your file and try importing again`
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(onImported).not.toHaveBeenCalled()
})

test('the focus is on the button again when the server rejects the file', async () => {
  show([rejected({ 'charts/sales.yaml': ['broken'] })])
  const button = screen.getByRole('button', { name: 'Import' })
  button.focus()
  fireEvent.click(button)
  // As browsers do with a button that is disabled; jsdom leaves the focus on it.
  button.blur()
  await screen.findByRole('alert')
  expect(document.activeElement).toBe(button)
})
