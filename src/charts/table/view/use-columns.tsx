import { useMemo, useState } from 'react'
import type { Table } from '#core/table.ts'
import type { DrawContext } from '../../chart.ts'
import { readColumns } from '../columns.ts'
import type { TableColumn } from '../columns.ts'
import type { TableForm } from '../controls.ts'

/** Columns in the order that a person dragged them to; new ones are last. */
const arranged = (columns: TableColumn[], order: string[]): TableColumn[] => {
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return order.length === 0 ? columns : columns.toSorted((a, b) => place(a.name) - place(b.name))
}

/** The columns in the order that a person gave them, and how one is moved. */
export const useColumns = (table: Table, form: TableForm, context: DrawContext) => {
  const [order, setOrder] = useState<string[]>([])
  const columns = useMemo(() => arranged(readColumns(table, form, context), order), [table, form, context, order])
  const move = (from: number, to: number) => {
    const names = columns.map(({ name }) => name)
    setOrder(names.toSpliced(from, 1).toSpliced(to, 0, names[from] ?? ''))
  }
  return { columns, move }
}
