// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => vi.unstubAllGlobals())

const refuse = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))

test.each([
  ['writes to the clipboard', () => Promise.resolve(), true, []],
  ['is written by the command where the clipboard is closed', refuse, true, ['a link']],
  ['is not copied where the command is refused, too', refuse, false, ['a link']],
])('a text %s', async (_what, writeText, isAllowed, expected) => {
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const commanded: unknown[] = []
  document.execCommand = () => {
    commanded.push(document.querySelector('textarea')?.value)
    return isAllowed
  }
  document.body.innerHTML = '<button>Copy</button>'
  document.querySelector('button')?.focus()
  const isCopied = await copyText('a link').then(
    () => true,
    () => false,
  )
  expect([commanded, isCopied]).toEqual([expected, isAllowed])
  expect(document.activeElement?.textContent).toBe('Copy')
  expect(document.querySelector('textarea')).toBeNull()
})
