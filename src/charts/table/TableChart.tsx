import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { asNumber } from '#core/query/read.ts'
import { cell } from '#core/table.ts'
import type { Table } from '#core/table.ts'
import type { ChartComponentProps } from '../components.tsx'
import { nextSort, rowsOf } from '../shared/table/row-order.ts'
import type { Sort } from '../shared/table/row-order.ts'
import { Body } from './Body.tsx'
import { readForm } from '../read-form.ts'
import { tableChart } from './chart.ts'
import { tableControls } from './controls.ts'
import { readColumns } from './columns.ts'
import type { TableColumn } from './columns.ts'
import { tableWithShares } from './shares.ts'
import css from './Table.module.css'
import { columnWidths, gridTemplate } from './widths.ts'

/** Columns in the order that a person dragged them to; new ones stand last. */
const arranged = (columns: TableColumn[], order: string[]): TableColumn[] => {
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return order.length === 0 ? columns : columns.toSorted((a, b) => place(a.name) - place(b.name))
}

const rowCountOf = (table: Table | undefined): number | null => {
  const [column] = table?.columns ?? []
  const value = column && table && table.rowCount > 0 ? cell(column, 0) : null
  return value === null ? null : Number(value)
}

/** The table in the browser: only rows in sight are drawn; sorted by its heads, searched and paged as the form says. */
export const TableChart = ({ tables, form: saved, context, onSelect, onContextMenu, onOwnState }: ChartComponentProps) => {
  const { t } = context
  const form = useMemo(() => readForm(tableControls, saved), [saved])
  const table = useMemo(() => tableWithShares(tables, form) as Table, [tables, form])
  const isPagedByServer = form.server_pagination
  const [sort, setSort] = useState<Sort>(null)
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<string[]>([])
  const [page, setPage] = useState(0)
  const [turned, setTurned] = useState({ form, page: 0 })

  const columns = useMemo(() => arranged(readColumns(table, form, context), order), [table, form, context, order])
  const texts = useMemo(() => columns.map((column) => column.text), [columns])
  const rows = useMemo(() => rowsOf(table, { search, sort, texts }), [table, search, sort, texts])
  const totals = form.show_totals ? tables.at(-1) : undefined
  const sums = useMemo(
    () => (totals && totals !== table && totals.rowCount === 1 ? readColumns(totals, form, context) : null),
    [totals, table, form, context],
  )
  const template = useMemo(() => gridTemplate(columnWidths(columns, table.rowCount, context.measure)), [columns, table, context.measure])

  const size = isPagedByServer ? form.server_page_length : (asNumber(form.page_length) ?? 0)
  const count = isPagedByServer ? (rowCountOf(tables[1]) ?? rows.length) : rows.length
  const pages = size > 0 ? Math.max(1, Math.ceil(count / size)) : 1
  const at = Math.min(isPagedByServer ? (turned.form === form ? turned.page : 0) : page, pages - 1)
  const shown = size > 0 && !isPagedByServer ? rows.subarray(at * size, at * size + size) : rows
  const turn = (next: number) => {
    if (!isPagedByServer) return setPage(next)
    setTurned({ form, page: next })
    onOwnState?.({ currentPage: next, pageSize: size })
  }
  const selectionOf = (row: number, column: TableColumn) => {
    const data = Object.fromEntries(table.columns.map((one) => [one.name, cell(one, row)]))
    return tableChart.selection?.({ name: column.name, data }, tables, saved) ?? null
  }
  const head = (column: TableColumn) => {
    const said = sort?.column === column.name ? (sort.descending ? 'descending' : 'ascending') : sort === null ? column.sorted : undefined
    return { said, icon: said === 'descending' ? <ArrowDown /> : said === 'ascending' ? <ArrowUp /> : null }
  }
  return (
    <div className={css['chart']}>
      {form.include_search && (
        <label className={css['search']}>
          <Search aria-hidden />
          <input
            type="search"
            placeholder={t('Search rows')}
            aria-label={t('Search rows')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
      )}
      <Body
        label={tableChart.sentence(saved, context)}
        table={table}
        columns={columns}
        rows={shown}
        template={template}
        form={form}
        context={context}
        head={head}
        onSort={isPagedByServer ? undefined : (name) => setSort(nextSort(sort, name))}
        onArrange={
          form.allow_rearrange_columns
            ? (from, to) => {
                const names = columns.map(({ name }) => name)
                setOrder(names.toSpliced(from, 1).toSpliced(to, 0, names[from] ?? ''))
              }
            : undefined
        }
        onPick={onSelect && ((row, column) => onSelect(selectionOf(row, column)))}
        onContextMenu={onContextMenu && ((row, column, place) => onContextMenu(selectionOf(row, column), place))}
        isPickable={(column) => tableChart.selection?.({ name: column.name, data: { [column.name]: null } }, tables, saved) !== null}
        sums={sums}
      />
      {(pages > 1 || isPagedByServer) && (
        <div className={css['pager']}>
          <span>{t.plural(count, '%(rows)s row', '%(rows)s rows', { rows: count.toLocaleString(t.locale) })}</span>
          <button type="button" aria-label={t('Previous page')} disabled={at === 0} onClick={() => turn(at - 1)}>
            <ChevronLeft />
          </button>
          <span>{t('%(page)s of %(pages)s', { page: at + 1, pages })}</span>
          <button type="button" aria-label={t('Next page')} disabled={at + 1 >= pages} onClick={() => turn(at + 1)}>
            <ChevronRight />
          </button>
        </div>
      )}
    </div>
  )
}
