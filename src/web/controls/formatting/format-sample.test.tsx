// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { ColumnStyle } from '#charts/shared/form/column-styles.ts'
import { ColumnStyleEditor } from '../column/ColumnStyleEditor.tsx'
import { FormatSample } from './FormatSample.tsx'

vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList
})
test.each([
  ['number', ',.1f', '12345.432 is shown as 12,345.4'],
  ['number', null, '12345.432 is shown as 12.3k'],
  ['number', 'nonsense', '12345.432 is shown as 12345.432 (Invalid format: nonsense)'],
  ['small', '.1%', '0.12345 is shown as 12.3%'],
  ['time', '%d.%m.%Y', '2019-01-14 01:32:10 is shown as 14.01.2019'],
] as const)('a %s in the format %s', (kind, format, text) => {
  render(<FormatSample kind={kind} format={format} />)
  expect(screen.getByRole('status').textContent).toBe(text)
})

test('the formats of a column show samples, and its fraction digits go up to 100', () => {
  const Held = () => {
    const [value, setValue] = useState<ColumnStyle>({ d3NumberFormat: ',.2f' })
    return <ColumnStyleEditor name="price" kind="number" value={value} onChange={setValue} onDone={() => {}} />
  }
  render(<Held />)
  fireEvent.click(screen.getByRole('tab', { name: 'Number formatting' }))
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([
    '12345.432 is shown as 12,345.43',
    '0.12345 is shown as 0.12',
  ])
  const digits = screen.getByRole('spinbutton', { name: 'Fraction digits' })
  fireEvent.change(digits, { target: { value: '120' } })
  expect((digits as HTMLInputElement).value).toBe('100')
})
