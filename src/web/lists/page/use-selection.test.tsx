// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSelection } from './use-selection.ts'

type Row = { id: number; name: string }
const page = (...ids: number[]): Row[] => ids.map((id) => ({ id, name: `row ${id}` }))

const open = () => {
  const hook = renderHook(({ shown, question }) => useSelection<Row>(shown, question), {
    initialProps: { shown: page(1, 2), question: '' },
  })
  const names = () => hook.result.current.rows.map(({ name }) => name)
  const select = (...ids: number[]) => act(() => hook.result.current.select(new Set(ids.map(String))))
  return { ...hook, names, select }
}

test('rows of other pages stay selected, and their names are those last read', () => {
  const { result, rerender, names, select } = open()
  select(1, 2)
  expect([names(), result.current.hasPage]).toEqual([['row 1', 'row 2'], true])
  rerender({ shown: page(3), question: '' })
  expect([names(), result.current.hasPage]).toEqual([['row 1', 'row 2'], false])
  select(1, 2, 3)
  select(2, 3)
  rerender({ shown: [{ id: 2, name: 'renamed' }], question: '' })
  expect(names()).toEqual(['renamed', 'row 3'])
})

test('another search selects nothing, so that no action is on rows that it does not find', () => {
  const { rerender, names, select } = open()
  select(1, 2)
  rerender({ shown: page(1), question: 'other' })
  expect(names()).toEqual([])
})

test('what is gone is not selected any more', () => {
  const { result, names } = open()
  act(() => result.current.selectRows(page(1, 2, 3)))
  act(() => result.current.deselect(page(2)))
  expect(names()).toEqual(['row 1', 'row 3'])
})
