// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Confirm } from '../../ui/overlay/Confirm.tsx'
import { confirmBreaking } from './confirm-breaking.ts'

const chart = { id: 1, slice_name: 'Sales by shop', viz_type: 'table' }
const related = {
  charts: { count: 1, result: [chart] },
  dashboards: { count: 1, result: [{ id: 2, title: 'Shops', json_metadata: null, slug: null }] },
  sqllab_tab_states: { count: 3, result: [] },
}

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
  vi.stubGlobal(
    'fetch',
    async (url: string) =>
      new Response(JSON.stringify(url.includes('related_objects') ? related : { count: 2, ids: [7], result: [{ id: 7 }] }), {
        status: 200,
      }),
  )
})
afterEach(() => vi.unstubAllGlobals())

const ask = async (tag: 'dataset' | 'database') => {
  render(<Confirm />)
  const answer = confirmBreaking(tag, [{ id: 5, name: 'Shop' }])
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete “Shop”?' })
  const text = dialog.textContent
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  return { text, answer: await answer }
}

test('before a database is deleted, charts, dashboards, datasets and tabs of SQL Lab that use it are listed', async () => {
  const { text, answer } = await ask('database')
  for (const words of [
    '1 chart on 1 dashboard',
    'Shops, Sales by shop',
    '2 datasets have to be deleted first.',
    '3 tabs of SQL Lab use it.',
  ])
    expect(text).toContain(words)
  expect(answer).toBe(false)
})

test('before a dataset is deleted, only what uses it is listed', async () => {
  const { text } = await ask('dataset')
  expect(text).toContain('Shops, Sales by shop')
  expect(text).not.toContain('SQL Lab')
})
