import { ChevronDown, ChevronRight } from 'lucide-react'
import type { CSSProperties, MouseEvent } from 'react'
import type { Json } from '#core/table.ts'
import type { DrawContext, Selection } from '../../chart.ts'
import { isHtml } from '../../shared/text/html-words.ts'
import { HtmlCell } from '../../shared/text/HtmlCell.tsx'
import type { PivotForm } from '../controls.ts'
import { labelIndent } from '../layout.ts'
import { rowKey } from '../open-rows.ts'
import type { Pivot, PivotRow } from '../pivot.ts'
import { readable } from '../../shared/svg/figure.ts'
import { tintOf } from '../tint.ts'
import css from './Pivot.module.css'

/** What all rows of a pivot table share. */
export type PivotView = {
  pivot: Pivot
  form: PivotForm
  context: DrawContext
  /** Place of the total column, -1 where there is none. */
  totalAt: number
  closed: ReadonlySet<string>
  onToggle: (row: PivotRow) => void
  /** What a click on the cell of a row and a column selects. */
  selectionOf: (row: Json[], column: Json[]) => Selection | null
  onSelect: ((selection: Selection | null) => void) | undefined
  onContextMenu: ((selection: Selection | null, at: { x: number; y: number }) => void) | undefined
}

const pickedOf = ({ onSelect, selectionOf }: PivotView, row: Json[], column: Json[]) => (onSelect ? selectionOf(row, column) : null)

const menuOf = ({ onContextMenu, selectionOf }: PivotView, row: Json[], column: Json[]) =>
  onContextMenu &&
  ((event: MouseEvent) => {
    event.preventDefault()
    onContextMenu(selectionOf(row, column), { x: event.clientX, y: event.clientY })
  })

const chevronWidth = 16

const PivotCell = ({ row, at, view }: { row: PivotRow; at: number; view: PivotView }) => {
  const { pivot, form, context, totalAt, onSelect } = view
  const cell = row.cells?.[at]
  const tint = tintOf(pivot, { row, column: at }, { form, theme: context.theme })
  const columnPath = pivot.columns[at]?.path ?? []
  const picked = cell ? pickedOf(view, row.path, columnPath) : null
  const isSelected = picked !== null && columnPath.length > 0 && context.selected?.includes(picked.label)
  return (
    <div
      role="cell"
      className={`${css['cell']} ${at === totalAt ? css['behind'] : ''} ${picked ? css['pick'] : ''} ${isSelected ? css['chosen'] : ''}`}
      onClick={picked ? () => onSelect?.(picked) : undefined}
      onContextMenu={menuOf(view, row.path, columnPath)}
    >
      {tint?.paints === 'cell' && <i className={css['tint']} style={{ background: tint.color, opacity: tint.opacity }} />}
      {tint?.icon && (
        <span className={css['icon']} style={{ color: tint.color }} aria-hidden>
          {tint.icon}
        </span>
      )}
      {row.cells && (
        <span
          className={cell ? css['text'] : css['missing']}
          style={tint?.paints === 'text' ? { color: readable(tint.color, context.theme) } : undefined}
        >
          {cell?.text ?? '–'}
        </span>
      )}
    </div>
  )
}

const ToggleButton = ({ row, view: { closed, onToggle, context } }: { row: PivotRow; view: PivotView }) => {
  const isClosed = closed.has(rowKey(row))
  const name = { name: row.label }
  return (
    <button
      type="button"
      aria-expanded={!isClosed}
      aria-label={isClosed ? context.t('Open %(name)s', name) : context.t('Close %(name)s', name)}
      onClick={() => onToggle(row)}
    >
      {isClosed ? <ChevronRight /> : <ChevronDown />}
    </button>
  )
}

const htmlOf = ({ kind, path }: PivotRow, form: PivotForm): string | null => {
  const value = kind === 'leaf' || kind === 'group' ? path.at(-1) : null
  return form.allow_render_html && typeof value === 'string' && isHtml(value) ? value : null
}

const RowLabel = ({ row, view }: { row: PivotRow; view: PivotView }) => {
  const { form, context, onSelect } = view
  const picked = pickedOf(view, row.path, [])
  const html = htmlOf(row, form)
  const isSelected = picked !== null && context.selected?.includes(picked.label)
  const isGroup = row.kind === 'group'
  return (
    <div
      role="rowheader"
      onContextMenu={menuOf(view, row.path, [])}
      className={`${css['cell']} ${css['label']} ${isSelected ? css['chosen'] : ''}`}
      style={{ paddingLeft: `calc(var(--table-edge, 4px) + ${labelIndent(row) - (isGroup ? chevronWidth : 0)}px)` }}
    >
      {isGroup && <ToggleButton row={row} view={view} />}
      <span
        className={`${css['text']} ${picked ? css['pick'] : ''}`}
        title={row.label}
        onClick={picked ? () => onSelect?.(picked) : undefined}
      >
        {html === null ? row.label : <HtmlCell html={html} text={row.label} />}
      </span>
    </div>
  )
}

/** A row with its label and a cell for each column. */
export const PivotLine = ({ row, index, style, view }: { row: PivotRow; index: number; style: CSSProperties; view: PivotView }) => (
  <div role="row" aria-rowindex={index} className={`${css['row']} ${row.kind === 'leaf' ? '' : css['strong']}`} style={style}>
    <RowLabel row={row} view={view} />
    {view.pivot.columns.map((_, at) => (
      <PivotCell key={at} row={row} at={at} view={view} />
    ))}
  </div>
)
