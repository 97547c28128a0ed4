import { useState } from 'react'
import { cell } from '#core/table.ts'
import type { Table } from '#core/table.ts'
import type { ChartComponentProps } from '../../components.tsx'
import type { TableForm } from '../controls.ts'
import { pageSizeOf } from '../mode.ts'

export type Pages = {
  /** Rows of all pages. */
  rowCount: number
  pageCount: number
  /** The page that is shown, from 0. */
  page: number
  turnTo: (page: number) => void
  /** The rows of this page. */
  rows: Uint32Array
}

/** The answer to the query that counts the rows. */
const countedRows = (table: Table | undefined): number | null => {
  const [column] = table?.columns ?? []
  const value = column && table && table.rowCount > 0 ? cell(column, 0) : null
  return value === null ? null : Number(value)
}

/** The page of a table: cut from the rows that are here, or asked of the server. */
export const usePages = (
  rows: Uint32Array,
  form: TableForm,
  { tables, onOwnState }: Pick<ChartComponentProps, 'tables' | 'onOwnState'>,
): Pages => {
  const isServerPaged = form.server_pagination
  const [localPage, setLocalPage] = useState(0)
  const [serverPage, setServerPage] = useState({ form, page: 0 })

  const pageSize = pageSizeOf(form)
  const rowCount = isServerPaged ? (countedRows(tables[1]) ?? rows.length) : rows.length
  const pageCount = pageSize > 0 ? Math.max(1, Math.ceil(rowCount / pageSize)) : 1
  // The server starts over with the first page when the form changes.
  const wanted = isServerPaged ? (serverPage.form === form ? serverPage.page : 0) : localPage
  const page = Math.min(wanted, pageCount - 1)
  const turnTo = (next: number) => {
    if (next < 0 || next >= pageCount) return
    if (!isServerPaged) return setLocalPage(next)
    setServerPage({ form, page: next })
    onOwnState?.({ currentPage: next, pageSize })
  }
  const isCut = pageSize > 0 && !isServerPaged
  return { rowCount, pageCount, page, turnTo, rows: isCut ? rows.subarray(page * pageSize, (page + 1) * pageSize) : rows }
}
