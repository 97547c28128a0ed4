import { useMemo, useState } from 'react'
import { cell } from '#core/table.ts'
import type { Table } from '#core/table.ts'
import type { ChartComponentProps } from '../components.tsx'
import { readForm } from '../read-form.ts'
import { nextSort, rowsOf } from '../shared/table/row-order.ts'
import type { Sort } from '../shared/table/row-order.ts'
import { tableChart } from './chart.ts'
import { readTotals } from './columns.ts'
import type { TableColumn } from './columns.ts'
import { tableControls } from './controls.ts'
import { tableWithShares } from './shares.ts'
import { Body } from './view/Body.tsx'
import { Pager } from './view/Pager.tsx'
import { SearchBox } from './view/SearchBox.tsx'
import css from './view/Table.module.css'
import { useColumns } from './view/use-columns.tsx'
import { usePages } from './view/use-pages.tsx'
import { columnWidths, gridTemplate } from './widths.ts'

type Point = { x: number; y: number }

/** What a click, or a right-click, on a cell selects. */
const selecting = (table: Table, { tables, form, onSelect, onContextMenu }: ChartComponentProps) => {
  const selectionOf = (row: number, { name }: TableColumn) => {
    const data = Object.fromEntries(table.columns.map((column) => [column.name, cell(column, row)]))
    return tableChart.selection?.({ name, data }, tables, form) ?? null
  }
  return {
    isPickable: ({ name }: TableColumn) => tableChart.selection?.({ name, data: { [name]: null } }, tables, form) !== null,
    onPick: onSelect && ((row: number, column: TableColumn) => onSelect(selectionOf(row, column))),
    onContextMenu: onContextMenu && ((row: number, column: TableColumn, at: Point) => onContextMenu(selectionOf(row, column), at)),
  }
}

/** The table in the browser: only rows in sight are drawn; sorted by its heads, searched and paged as the form says. */
export const TableChart = (props: ChartComponentProps) => {
  const { tables, form: saved, context } = props
  const form = useMemo(() => readForm(tableControls, saved), [saved])
  const table = useMemo(() => tableWithShares(tables, form) as Table, [tables, form])
  const isServerPaged = form.server_pagination
  const [sort, setSort] = useState<Sort>(null)
  const [search, setSearch] = useState('')

  const { columns, move } = useColumns(table, form, context)
  const texts = useMemo(() => columns.map((column) => column.text), [columns])
  const rows = useMemo(() => rowsOf(table, { search, sort, texts }), [table, search, sort, texts])
  const sums = useMemo(() => readTotals(tables, table, form, context), [tables, table, form, context])
  const { measure } = context
  const template = useMemo(() => gridTemplate(columnWidths(columns, table.rowCount, measure)), [columns, table, measure])
  const pages = usePages(rows, form, props)
  return (
    <div className={css['chart']}>
      {form.include_search && <SearchBox value={search} onChange={setSearch} t={context.t} />}
      <Body
        label={tableChart.sentence(saved, context)}
        {...{ table, columns, template, form, context, sort, sums, rows: pages.rows }}
        onSort={isServerPaged ? undefined : (name) => setSort(nextSort(sort, name))}
        onArrange={form.allow_rearrange_columns ? move : undefined}
        {...selecting(table, props)}
      />
      {(pages.pageCount > 1 || isServerPaged) && <Pager pages={pages} t={context.t} />}
    </div>
  )
}
