// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useToasts } from '../../../ui/feedback/toast.ts'
import { sharePermalink } from './share.ts'

beforeEach(() => useToasts.setState({ toasts: [] }))
afterEach(() => vi.unstubAllGlobals())

test('a link that the browser does not let be copied is shown', async () => {
  const url = 'https://charts.example/superset/explore/p/abc/'
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ key: 'abc', url }, { status: 201 })))
  document.execCommand = () => false
  await sharePermalink({ viz_type: 'table', datasource: '5__table' }, new URLSearchParams())
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([`The browser blocks the clipboard. The link is ${url}`])
})
