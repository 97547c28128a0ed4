// @vitest-environment jsdom
import { useState } from 'react'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SelectRow } from './SelectionBoxes.tsx'
import { useSelection, type TableSelection } from './use-selection.ts'

const rows = [0, 1, 2, 3]

const Boxes = () => {
  const [selected, onChange] = useState<ReadonlySet<string>>(new Set())
  const selection: TableSelection = { selected, onChange, keyOf: String, nameOf: (row) => `row ${row}` }
  const actions = useSelection(selection, rows.length)
  return actions ? rows.map((row) => <SelectRow key={row} {...{ selection, actions, row }} />) : null
}

const boxAt = (row: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select row ${row}` })
const checked = () => rows.map((row) => boxAt(row).checked)

test('a box that is pressed with Shift is checked like all rows up to it', () => {
  render(<Boxes />)
  fireEvent.click(boxAt(0))
  fireEvent.click(boxAt(2), { shiftKey: true })
  expect(checked()).toEqual([true, true, true, false])
  fireEvent.click(boxAt(2))
  expect(checked()).toEqual([true, true, false, false])
})
