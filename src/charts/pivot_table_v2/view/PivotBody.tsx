import type { CSSProperties } from 'react'
import { useRowWindow } from '#core/scroll/use-row-window.tsx'
import { rowHeight } from '../layout.ts'
import type { PivotRow } from '../pivot.ts'
import css from './Pivot.module.css'
import { PivotLine } from './PivotLine.tsx'
import type { PivotView } from './PivotLine.tsx'

type Props = { scroller: HTMLElement | null; rows: PivotRow[]; levels: number; style: CSSProperties; view: PivotView }

/** The rows in sight, and the totals below them. */
export const PivotBody = ({ scroller, rows, levels, style, view }: Props) => {
  const body = rows.filter(({ kind }) => kind !== 'total')
  const totals = rows.filter(({ kind }) => kind === 'total')
  const [first, end] = useRowWindow(scroller, body.length, rowHeight)
  const lineAt = (row: PivotRow, at: number) => <PivotLine key={at} row={row} index={at + levels + 1} style={style} view={view} />
  return (
    <>
      <div role="rowgroup" className={css['rows']} style={{ height: body.length * rowHeight }}>
        <div style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {body.slice(first, end).map((row, i) => lineAt(row, first + i))}
        </div>
      </div>
      {totals.length > 0 && <div className={css['foot']}>{totals.map((row, i) => lineAt(row, body.length + i))}</div>}
    </>
  )
}
