// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { defaultCustom, encodeCustom } from '#core/time/range/custom.ts'
import { loadOverlayParts } from '../../ui/overlay/parts.ts'
import { CustomFrame } from './Frames.tsx'

vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})
beforeAll(loadOverlayParts)
const today = Date.UTC(2024, 4, 20)
const sevenDays = encodeCustom(defaultCustom(today))
const bounds = { since: '2024-05-13T00:00:00', until: '2024-05-20T00:00:00' }

const show = (value: string) => {
  const onChange = vi.fn()
  render(<CustomFrame value={value} today={today} bounds={bounds} onChange={onChange} />)
  const calendar = (label: string) => within(screen.getByRole('grid', { name: label }))
  const chosen = (label: string) => calendar(label).getByRole('gridcell', { selected: true }).getAttribute('aria-label')
  return { onChange, calendar, chosen }
}

test.each([
  ['both ends are relative', sevenDays],
  ['one end is relative', 'DATEADD(DATETIME("2024-05-20T00:00:00"), -7, day) : 2024-05-20T00:00:00'],
  ['both ends are dates', '2024-05-13T00:00:00 : 2024-05-20T00:00:00'],
  ['an end is midnight', '2024-05-13T00:00:00 : today'],
])('two months are shown while %s', (_, value) => {
  const { chosen } = show(value)
  expect([chosen('START (INCLUSIVE)'), chosen('END (EXCLUSIVE)')]).toEqual(['May 13, 2024', 'May 20, 2024'])
})

test('a day that is chosen makes a relative end a date', () => {
  const { onChange, calendar } = show(sevenDays)
  fireEvent.click(calendar('START (INCLUSIVE)').getByRole('gridcell', { name: 'May 2, 2024' }))
  expect(onChange.mock.lastCall?.[0]).toMatch(/^2024-05-02T00:00:00 : /)
})
