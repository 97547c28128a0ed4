// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useToasts } from '../feedback/toast.ts'
import { copyAndSay } from './copy-and-say.ts'
import { CopyButton } from './CopyButton.tsx'

const said = () => useToasts.getState().toasts.map(({ text }) => text)

const clipboard = (isOpen: boolean) => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => (isOpen ? Promise.resolve() : Promise.reject(new Error('denied'))) } })
  document.execCommand = () => false
}
// Files of a worker share the toasts.
beforeEach(() => useToasts.setState({ toasts: [] }))
afterEach(() => vi.unstubAllGlobals())

test.each([
  [true, ['Copied']],
  [false, ['The browser blocks the clipboard.']],
])('a copied text is confirmed, a blocked clipboard is said: %s', async (isOpen, expected) => {
  clipboard(isOpen)
  expect(await copyAndSay('a text')).toBe(isOpen)
  expect(said()).toEqual(expected)
})

test('a copy button that copied nothing confirms nothing', async () => {
  clipboard(false)
  render(<CopyButton text="a text" label="Copy it" />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy it' }))
  await expect.poll(said).toEqual(['The browser blocks the clipboard.'])
  expect(screen.queryByRole('button', { name: 'Copied' })).toBeNull()
})
