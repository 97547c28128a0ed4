// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { testContext } from '../shared/fixtures/test-context.ts'
import { fixtures } from './fixture.ts'
import { PivotChart } from './PivotChart.tsx'

const { tables, form } = fixtures[0] as (typeof fixtures)[number]
const show = (onSelect?: (selection: unknown) => void) =>
  render(<PivotChart tables={tables} form={form} context={testContext()} onSelect={onSelect} />)
const labels = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)

test('groups close and open', () => {
  show()
  expect(labels()).toEqual(['Adventure', 'PG-13', 'PG', 'Action', 'PG-13', 'PG', 'Total'])
  fireEvent.click(screen.getByRole('button', { name: 'Close Adventure' }))
  expect(labels()).toEqual(['Adventure', 'Action', 'PG-13', 'PG', 'Total'])
  fireEvent.click(screen.getByRole('button', { name: 'Open Adventure' }))
  expect(labels()).toHaveLength(7)
})

test('heads name the columns, the total is the last', () => {
  show()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Genre, rating',
    '2007',
    '2008',
    '2009',
    'Total',
  ])
})

test('labels and numbers are picked', () => {
  const onSelect = vi.fn()
  show(onSelect)
  fireEvent.click(screen.getByText('Adventure'))
  expect(onSelect).toHaveBeenLastCalledWith(expect.objectContaining({ label: 'Adventure' }))
  fireEvent.click(screen.getByText('3,530'))
  expect(onSelect).toHaveBeenLastCalledWith(expect.objectContaining({ label: 'Action, PG-13, 2008' }))
})
