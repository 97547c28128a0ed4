// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { tableOf } from '../shared/fixtures/fixture.ts'
import { testContext } from '../shared/fixtures/test-context.ts'
import { TableChart } from './TableChart.tsx'

const answer = tableOf({ genre: ['Drama', 'Action', 'Comedy'], films: [20, 300, 1] })
const counted = tableOf({ rowcount: [25] })
const totals = tableOf({ films: [321] })

const aggregate = { viz_type: 'table', query_mode: 'aggregate', groupby: ['genre'], metrics: ['films'] }

type Options = { form?: object; tables?: Parameters<typeof TableChart>[0]['tables']; context?: ReturnType<typeof testContext> } & Pick<
  Parameters<typeof TableChart>[0],
  'onSelect' | 'onContextMenu' | 'onOwnState'
>

const show = ({ form = {}, tables = [answer], context = testContext(), ...handlers }: Options = {}) =>
  render(<TableChart tables={tables} form={{ ...aggregate, datasource: '1__table', ...form }} context={context} {...handlers} />)

const columnTexts = (at: number) =>
  screen
    .getAllByRole('row')
    .map((row) => within(row).queryAllByRole('cell')[at]?.textContent)
    .filter((text) => text !== undefined)
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

test('a click on a column header sorts, the next one reverses the order, which the header shows', () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: 'genre' }))
  expect(columnTexts(0)).toEqual(['Action', 'Comedy', 'Drama'])
  fireEvent.click(screen.getByRole('button', { name: 'genre' }))
  expect(columnTexts(0)).toEqual(['Drama', 'Comedy', 'Action'])
  expect(screen.getByRole('columnheader', { name: 'genre' }).getAttribute('aria-sort')).toBe('descending')
})

test('the search keeps rows that contain its text', () => {
  show({ form: { include_search: true } })
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search rows' }), { target: { value: 'com' } })
  expect(columnTexts(0)).toEqual(['Comedy'])
})

test('pages are cut from the rows that are here', () => {
  show({ form: { page_length: 2 } })
  expect(columnTexts(0)).toEqual(['Drama', 'Action'])
  const previous = screen.getByRole('button', { name: 'Previous page' })
  expect(previous.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(previous)
  expect(columnTexts(0)).toEqual(['Drama', 'Action'])
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(columnTexts(0)).toEqual(['Comedy'])
  expect(screen.getByText('2 of 2')).toBeTruthy()
})

test('pages of the server are asked for, their rows are counted by a query, and heads do not sort', () => {
  const onOwnState = vi.fn()
  show({ form: { server_pagination: true, server_page_length: 10 }, tables: [answer, counted], onOwnState })
  expect(screen.getByText('25 rows')).toBeTruthy()
  expect(screen.getByText('1 of 3')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'genre' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(onOwnState).toHaveBeenCalledWith({ currentPage: 1, pageSize: 10 })
  expect(screen.getByText('2 of 3')).toBeTruthy()
})

test('a column is dragged to another place', () => {
  show({ form: { allow_rearrange_columns: true } })
  const [genre, films] = screen.getAllByRole('columnheader')
  fireEvent.dragStart(films as HTMLElement)
  fireEvent.drop(genre as HTMLElement)
  expect(heads()).toEqual(['films', 'genre'])
})

test('dimensions are picked, metrics are not', () => {
  const onSelect = vi.fn()
  show({ onSelect })
  fireEvent.click(screen.getByText('300'))
  expect(onSelect).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('Action'))
  expect(onSelect).toHaveBeenLastCalledWith(expect.objectContaining({ label: 'Action' }))
})

test('a right-click reports what its cell selects and where it was', () => {
  const onContextMenu = vi.fn()
  show({ onContextMenu })
  fireEvent.contextMenu(screen.getByText('Action'), { clientX: 3, clientY: 4 })
  expect(onContextMenu).toHaveBeenLastCalledWith(expect.objectContaining({ label: 'Action' }), { x: 3, y: 4 })
  fireEvent.contextMenu(screen.getByText('300'))
  expect(onContextMenu).toHaveBeenLastCalledWith(null, expect.anything())
})

test('the summary is below, its first column names it', () => {
  show({ form: { show_totals: true }, tables: [answer, totals] })
  expect([columnTexts(0).at(-1), columnTexts(1).at(-1)]).toEqual(['Total', '321'])
})

test('cells of HTML show their words, then the elements that are allowed', async () => {
  const html = tableOf({ genre: ['<b onclick="alert(1)">Drama</b>', 'Action'], films: [20, 300] })
  show({ tables: [html] })
  expect(columnTexts(0)).toEqual(['Drama', 'Action'])
  const bold = await screen.findByText('Drama', { selector: 'b' })
  expect(bold.getAttribute('onclick')).toBeNull()
})

test('numbers that rose or fell against a time shift have an arrow and a colour, which the scheme turns round', () => {
  const shifted = tableOf({ genre: ['Drama', 'Action', 'Comedy'], films: [20, 300, 1], 'films__1 year ago': [10, 400, 1] })
  const compared = { time_compare: '1 year ago', comparison_color_enabled: true }
  const colorOf = (text: string) => screen.getByText(text).style.color
  show({ form: compared, tables: [shifted] })
  expect(columnTexts(1)).toEqual(['↑ 20', '↓ 300', '1'])
  const [good, bad] = [colorOf('↑ 20'), colorOf('↓ 300')]
  expect(new Set([good, bad, colorOf('Comedy')]).size).toBe(3)
  cleanup()
  show({ form: { ...compared, comparison_color_scheme: 'Red' }, tables: [shifted] })
  expect([colorOf('↑ 20'), colorOf('↓ 300')]).toEqual([bad, good])
})

test('a column with truncated cells is no wider than others', () => {
  const long = tableOf({ genre: ['a word that is repeated '.repeat(9)], films: [20] })
  const widthOf = (form: object) => {
    cleanup()
    show({ form, tables: [long] })
    return Number(/, (\d+)fr/.exec(screen.getAllByRole('row')[0]?.style.gridTemplateColumns ?? '')?.[1])
  }
  expect(widthOf({})).toBeGreaterThan(300)
  expect(widthOf({ column_config: { genre: { truncateLongCells: true } } })).toBe(120)
})

test('a conditional format colours the row, the text or the cell, and puts its icon before the value', () => {
  const rule = { column: 'films', operator: '>', targetValue: 100, colorScheme: '#ACE1C4' }
  const cells = (look: object) => {
    cleanup()
    show({ form: { conditional_formatting: [{ ...rule, ...look }] } })
    return screen.getAllByRole('row').flatMap((row) => within(row).queryAllByRole('cell').slice(0, 2))
  }
  const tinted = (look: object) => cells(look).flatMap((cell) => (cell.querySelector('i[style*="background"]') ? [cell.textContent] : []))
  expect(tinted({})).toContain('300')
  expect(tinted({})).not.toContain('Action')
  expect(tinted({ toAllRow: true })).toEqual(expect.arrayContaining(['Action', '300']))
  expect(cells({ icon: 'up' }).map(({ textContent }) => textContent)).toContain('▲300')
  const texts = cells({ toTextColor: true }).filter((cell) => cell.querySelector('span[style*="color"]'))
  expect(texts.map(({ textContent }) => textContent)).toEqual(['300'])
})

test('a column is as wide as its numbers, which are set in equal digits', () => {
  const context = testContext({ measure: () => 0 })
  render(
    <TableChart
      tables={[tableOf({ n: [111_111_111] })]}
      form={{ ...aggregate, groupby: [], metrics: ['n'], datasource: '1__table' }}
      context={context}
    />,
  )
  const [width = 0] = /\d+/.exec(screen.getAllByRole('row')[0]?.style.gridTemplateColumns ?? '')?.map(Number) ?? []
  // 13 px: nine digits of 0.648 em, two separators of 0.269 em, and 12 px at each side.
  expect(width).toBe(Math.ceil(13 * (9 * 0.648 + 2 * 0.269) + 24))
})

test('what a cross-filter holds is marked in its column alone', () => {
  const routes = tableOf({ origin: ['Rome', 'Paris'], destination: ['Paris', 'Rome'] })
  const form = { query_mode: 'raw', all_columns: ['origin', 'destination'] }
  const marked = (context: object) => {
    cleanup()
    show({ form, tables: [routes], onSelect: vi.fn(), context: testContext({ selected: ['Rome'], ...context }) })
    return screen.getAllByRole('cell').map((cell) => cell.className.includes('chosen'))
  }
  expect(marked({ selectedColumns: ['origin'] })).toEqual([true, false, false, false])
  expect(marked({})).toEqual([true, false, false, true])
})
