// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Confirm } from '../../ui/overlay/Confirm.tsx'
import { confirmRuled } from './confirm-ruled.ts'

const answering = (rules: { row: string[]; column: string[] }) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(decodeURIComponent(url))
    const names = url.includes('/columnrule/') ? rules.column : rules.row
    return Response.json({ count: names.length, ids: [], result: names.map((name) => ({ name })) })
  })
  return asked
}

beforeEach(() => Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body }))
afterEach(() => vi.unstubAllGlobals())

test('before a role is deleted, the rules that bind its people are named', async () => {
  const asked = answering({ row: ['Only Europe'], column: ['No salaries'] })
  render(<Confirm />)
  const answer = confirmRuled([{ id: 7, name: 'Support' }])
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete “Support”?' })
  expect(dialog.textContent).toContain('Only Europe, No salaries')
  for (const url of asked) expect(url).toMatch(/col:roles,opr:rel_m_m,value:7.*col:filter_type,opr:eq,value:Regular/)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await answer).toBe(false)
})

test('a role without rules is deleted without a question', async () => {
  answering({ row: [], column: [] })
  expect(await confirmRuled([{ id: 7, name: 'Support' }])).toBe(true)
})
