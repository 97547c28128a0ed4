import { describe, expect, test } from 'vitest'
import { listQuery, readListState, writeListState, type ListState } from './list-state.ts'

const defaults = { sort: 'changed_on_delta_humanized', direction: 'desc', cards: false } as const
const start: ListState = { ...defaults, search: '', filters: {}, page: 0 }

describe('the address of a list', () => {
  const rows: [string, Partial<ListState>][] = [
    ['', {}],
    ['?filters=(search:sales)', { search: 'sales' }],
    ['?filters=(search:2024)', { search: '2024' }],
    [
      "?filters=(owners:(label:'Kim Lee',value:2),favorite:(label:Starred,value:!t))&pageIndex=2",
      { filters: { owners: { label: 'Kim Lee', value: 2 }, favorite: { label: 'Starred', value: true } }, page: 2 },
    ],
    ['?sortColumn=slice_name&sortOrder=asc&viewMode=card', { sort: 'slice_name', direction: 'asc', cards: true }],
  ]
  test.each(rows)('%s', (address, expected) => {
    const state = { ...start, ...expected }
    expect(readListState(new URLSearchParams(address), defaults)).toEqual(state)
    expect(readListState(writeListState(state, defaults), defaults)).toEqual(state)
  })

  test.each(['?filters=(((', '?pageIndex=-3', '?pageIndex=x', '?sortOrder=up', '?filters=!n', '?filters=(owners:3)'])(
    '%s is the beginning',
    (address) => {
      expect(readListState(new URLSearchParams(address), defaults)).toEqual(start)
    },
  )

  test('the initial state writes nothing', () => {
    expect(writeListState(start, defaults).toString()).toBe('')
  })
})

test('the request to the server', () => {
  const state: ListState = { ...start, search: 'a', filters: { owners: { label: 'K', value: 2 }, gone: { label: '', value: 1 } }, page: 1 }
  expect(
    listQuery(state, {
      search: { col: 'slice_name', opr: 'chart_all_text' },
      conditions: { owners: (value) => ({ col: 'owners', opr: 'rel_m_m', value }) },
    }),
  ).toEqual({
    filters: [
      { col: 'slice_name', opr: 'chart_all_text', value: 'a' },
      { col: 'owners', opr: 'rel_m_m', value: 2 },
    ],
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc',
    page: 1,
    page_size: 25,
  })
})
