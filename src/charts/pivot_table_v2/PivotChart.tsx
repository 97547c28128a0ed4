import { ChevronDown, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { CSSProperties, MouseEvent } from 'react'
import type { Json, Table } from '#core/table.ts'
import type { ChartComponentProps } from '../components.tsx'
import { isHtml } from '../shared/text/html-words.ts'
import { HtmlText } from '../shared/text/HtmlText.tsx'
import { useRowWindow } from '#core/scroll/use-row-window.tsx'
import { readForm } from '../read-form.ts'
import { pivotChart } from './chart.ts'
import { pivotControls } from './controls.ts'
import { columnWidths, headRuns, labelIndent, labelWidth, pad, rowHeight } from './layout.ts'
import { openRows, rowKey } from './open-rows.ts'
import { readPivot } from './pivot.ts'
import type { PivotRow } from './pivot.ts'
import { tintOf } from './tint.ts'
import css from './Pivot.module.css'

/** The pivot table in the browser: heads, labels and totals stay in sight, groups open and close, only rows in sight are drawn. */
export const PivotChart = ({ tables, form: saved, context, onSelect, onContextMenu }: ChartComponentProps) => {
  const { t, theme, measure } = context
  const form = useMemo(() => readForm(pivotControls, saved), [saved])
  const table = tables[0] as Table
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const pivot = useMemo(() => readPivot(table, form, context), [table, form, context])
  const widths = useMemo(() => {
    const labels = Math.ceil(Math.min(labelWidth(pivot, measure) + 2 * pad, 320))
    return [labels, ...columnWidths(pivot, measure)]
  }, [pivot, measure])
  const open = useMemo(() => openRows(pivot.rows, closed), [pivot, closed])
  const body = open.filter(({ kind }) => kind !== 'total')
  const totals = open.filter(({ kind }) => kind === 'total')
  const [first, end] = useRowWindow(scroller, body.length, rowHeight)

  const levels = Math.max(1, ...pivot.columns.map(({ heads }) => heads.length))
  const all = pivot.columns.map((_, i) => i)
  const behind = pivot.columns.findIndex(({ kind }) => kind === 'total')
  const line: CSSProperties = { gridTemplateColumns: widths.map((width) => `minmax(${width}px, ${width}fr)`).join(' ') }
  const room = { '--labels': `${widths[0] ?? 0}px` } as CSSProperties
  const toggle = (row: PivotRow) => {
    const key = rowKey(row)
    setClosed(new Set(closed.has(key) ? [...closed].filter((one) => one !== key) : [...closed, key]))
  }
  const selectionOf = (row: Json[], column: Json[]) => pivotChart.selection?.({ data: { row, column } }, tables, saved) ?? null
  const pickedOf = (row: Json[], column: Json[]) => (onSelect ? selectionOf(row, column) : null)
  const menuOf = (row: Json[], column: Json[]) =>
    onContextMenu &&
    ((event: MouseEvent) => {
      event.preventDefault()
      onContextMenu(selectionOf(row, column), { x: event.clientX, y: event.clientY })
    })
  const cellOf = (row: PivotRow, i: number) => {
    const cell = row.cells?.[i]
    const tint = tintOf(pivot, { row, column: i }, { form, theme })
    const columnPath = pivot.columns[i]?.path ?? []
    const picked = cell ? pickedOf(row.path, columnPath) : null
    return (
      <div
        key={i}
        role="cell"
        className={`${css['cell']} ${i === behind ? css['behind'] : ''} ${picked ? css['pick'] : ''}`}
        onClick={picked ? () => onSelect?.(picked) : undefined}
        onContextMenu={menuOf(row.path, columnPath)}
      >
        {tint && <i className={css['tint']} style={{ background: tint.color, opacity: tint.opacity }} />}
        {row.cells && <span className={cell ? css['text'] : css['missing']}>{cell?.text ?? '–'}</span>}
      </div>
    )
  }
  const htmlOf = ({ kind, path }: PivotRow): string | null => {
    const value = kind === 'leaf' || kind === 'group' ? path.at(-1) : null
    return form.allow_render_html && typeof value === 'string' && isHtml(value) ? value : null
  }
  const rowOf = (row: PivotRow, at: number) => {
    const picked = pickedOf(row.path, [])
    const isClosed = closed.has(rowKey(row))
    const html = htmlOf(row)
    const chosen = picked !== null && context.selected?.includes(picked.label)
    return (
      <div
        key={at}
        role="row"
        aria-rowindex={at + levels + 1}
        className={`${css['row']} ${row.kind === 'leaf' ? '' : css['strong']}`}
        style={line}
      >
        <div
          role="rowheader"
          onContextMenu={menuOf(row.path, [])}
          className={`${css['cell']} ${css['label']} ${chosen ? css['chosen'] : ''}`}
          style={{ paddingLeft: `calc(var(--table-edge, 4px) + ${labelIndent(row) - (row.kind === 'group' ? 16 : 0)}px)` }}
        >
          {row.kind === 'group' && (
            <button
              type="button"
              aria-expanded={!isClosed}
              aria-label={isClosed ? t('Open %(name)s', { name: row.label }) : t('Close %(name)s', { name: row.label })}
              onClick={() => toggle(row)}
            >
              {isClosed ? <ChevronRight /> : <ChevronDown />}
            </button>
          )}
          <span
            className={`${css['text']} ${picked ? css['pick'] : ''}`}
            title={row.label}
            onClick={picked ? () => onSelect?.(picked) : undefined}
          >
            {html === null ? row.label : <HtmlText html={html} />}
          </span>
        </div>
        {all.map((i) => cellOf(row, i))}
      </div>
    )
  }
  return (
    <div ref={setScroller} className={css['scroller']}>
      <div
        role="table"
        aria-label={pivotChart.sentence(saved, context)}
        aria-rowcount={pivot.rows.length + levels}
        className={css['table']}
        style={room}
      >
        <div className={css['head']}>
          {Array.from({ length: levels }, (_, level) => (
            <div key={level} role="row" className={css['row']} style={line}>
              <div role="columnheader" className={`${css['cell']} ${css['label']}`}>
                <span className={css['text']}>{level === levels - 1 ? pivot.corner : ''}</span>
              </div>
              {headRuns(pivot, all, level).map(({ text, from, to }) => (
                <div
                  key={from}
                  role="columnheader"
                  aria-colspan={to - from + 1}
                  className={`${css['cell']} ${from === behind ? css['behind'] : ''} ${to > from ? css['over'] : ''}`}
                  style={{ gridColumn: `${from + 2} / ${to + 3}` }}
                >
                  <span className={css['text']}>{text}</span>
                </div>
              ))}
            </div>
          ))}
        </div>
        <div role="rowgroup" className={css['rows']} style={{ height: body.length * rowHeight }}>
          <div style={{ transform: `translateY(${first * rowHeight}px)` }}>
            {body.slice(first, end).map((row, i) => rowOf(row, first + i))}
          </div>
        </div>
        {totals.length > 0 && <div className={css['foot']}>{totals.map((row, i) => rowOf(row, body.length + i))}</div>}
      </div>
    </div>
  )
}
