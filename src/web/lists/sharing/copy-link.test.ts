// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { useToasts } from '../../ui/feedback/toast.ts'
import { copyLink } from './copy-link.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [true, 'Link copied'],
  [false, 'The browser blocks the clipboard. The link is http://localhost:3000/explore/?slice_id=4'],
])('where the clipboard is open: %s, copying the link of a row says %j', async (isOpen, text) => {
  vi.stubGlobal('navigator', {})
  document.execCommand = () => isOpen
  useToasts.setState({ toasts: [] })
  await copyLink('/explore/?slice_id=4')
  expect(useToasts.getState().toasts.map((toast) => toast.text)).toEqual([text])
})
