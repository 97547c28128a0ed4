import { useMemo, useState } from 'react'
import type { CSSProperties } from 'react'
import type { Json, Table } from '#core/table.ts'
import type { ChartComponentProps } from '../components.tsx'
import { readForm } from '../read-form.ts'
import { pivotChart } from './chart.ts'
import { pivotControls } from './controls.ts'
import { columnWidths, labelWidth, pad } from './layout.ts'
import { openRows, rowKey } from './open-rows.ts'
import { readPivot } from './pivot.ts'
import type { PivotRow } from './pivot.ts'
import css from './view/Pivot.module.css'
import { PivotBody } from './view/PivotBody.tsx'
import { PivotHead } from './view/PivotHead.tsx'
import type { PivotView } from './view/PivotLine.tsx'

const maxLabelWidth = 320

/** Which groups are closed, and how one is closed or opened. */
const useClosedGroups = () => {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const onToggle = (row: PivotRow) => {
    const next = new Set(closed)
    const key = rowKey(row)
    if (!next.delete(key)) next.add(key)
    setClosed(next)
  }
  return { closed, onToggle }
}

/** The pivot table in the browser: heads, labels and totals stay in sight, groups open and close, only rows in sight are drawn. */
export const PivotChart = ({ tables, form: saved, context, onSelect, onContextMenu }: ChartComponentProps) => {
  const { measure } = context
  const form = useMemo(() => readForm(pivotControls, saved), [saved])
  const table = tables[0] as Table
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const { closed, onToggle } = useClosedGroups()
  const pivot = useMemo(() => readPivot(table, form, context), [table, form, context])
  const labels = useMemo(() => Math.ceil(Math.min(labelWidth(pivot, measure) + 2 * pad, maxLabelWidth)), [pivot, measure])
  const widths = useMemo(() => [labels, ...columnWidths(pivot, measure)], [labels, pivot, measure])
  const rows = useMemo(() => openRows(pivot.rows, closed), [pivot, closed])

  const levels = Math.max(1, ...pivot.columns.map(({ heads }) => heads.length))
  const totalAt = pivot.columns.findIndex(({ kind }) => kind === 'total')
  const style: CSSProperties = { gridTemplateColumns: widths.map((width) => `minmax(${width}px, ${width}fr)`).join(' ') }
  const room = { '--labels': `${labels}px` } as CSSProperties
  const selectionOf = (row: Json[], column: Json[]) => pivotChart.selection?.({ data: { row, column } }, tables, saved) ?? null
  const view: PivotView = { pivot, form, context, totalAt, closed, onToggle, selectionOf, onSelect, onContextMenu }
  return (
    <div ref={setScroller} className={css['scroller']}>
      <div
        role="table"
        aria-label={pivotChart.sentence(saved, context)}
        aria-rowcount={pivot.rows.length + levels}
        className={css['table']}
        style={room}
      >
        <PivotHead pivot={pivot} levels={levels} totalAt={totalAt} style={style} />
        <PivotBody scroller={scroller} rows={rows} levels={levels} style={style} view={view} />
      </div>
    </div>
  )
}
