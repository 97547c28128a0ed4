import type { CSSProperties } from 'react'
import type { Column } from '#core/table.ts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../../chart.ts'
import { readable } from '../../shared/svg/figure.ts'
import { formatOfCell } from '../../shared/table/conditional-format.ts'
import type { CellFormat } from '../../shared/table/conditional-format.ts'
import { HtmlCell } from '../../shared/text/HtmlCell.tsx'
import type { TableColumn } from '../columns.ts'
import type { TableForm } from '../controls.ts'
import css from './Table.module.css'

const alignClass = { left: '', center: css['center'], right: css['right'] }

export const cellClass = ({ align, words }: TableColumn): string => `${css['cell']} ${alignClass[align]} ${words ? css['words'] : ''}`

/** Texts longer than this are shown whole in a tooltip. */
const maxPlainChars = 16

/** The bar behind a number, in the room that its cell has for it. */
const barStyle = (value: number, column: TableColumn, theme: DrawContext['theme']): CSSProperties | null => {
  if (!column.bars || value === 0) return null
  const { low, high, isSplit, isSigned } = column.bars
  const reach = (isSplit ? high - low : Math.max(Math.abs(low), Math.abs(high))) || 1
  const zero = isSplit ? -low / reach : 0
  const width = Math.abs(value) / reach
  return {
    left: `${(value < 0 && isSplit ? zero - width : zero) * 100}%`,
    width: `${width * 100}%`,
    background: isSigned && value < 0 ? colors[theme].bad : colors[theme].accent,
    opacity: theme === 'light' ? 0.12 : 0.2,
  }
}

type Backed = { value: unknown; column: TableColumn; format: CellFormat | null; theme: DrawContext['theme'] }

/** What is behind a text: the colour of a conditional format, else the bar of a number. */
const backgroundOf = ({ value, column, format, theme }: Backed) => {
  if (format?.paints === 'cell') return <i className={css['tint']} style={{ background: format.color, opacity: format.opacity }} />
  const bar = isNumber(value) ? barStyle(value, column, theme) : null
  return (
    bar && (
      <span className={css['barRoom']}>
        <i style={bar} />
      </span>
    )
  )
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

type CellTextProps = { text: string; html: string | null; color: string | undefined }

const CellText = ({ text, html, color }: CellTextProps) => {
  if (text === '') return <span className={css['missing']}>–</span>
  if (html === null)
    return (
      <span className={css['text']} style={color ? { color } : undefined}>
        {text}
      </span>
    )
  return (
    <span className={`${css['text']} ${css['html']}`}>
      <HtmlCell html={html} text={text} />
    </span>
  )
}

type Props = {
  row: number
  column: TableColumn
  /** The column of the answer that it shows. */
  source: Column | undefined
  form: TableForm
  theme: DrawContext['theme']
  /** What a rule about whole rows makes of the row. */
  rowFormat: CellFormat | null
  isChosen: boolean
  onPick: (() => void) | undefined
  onContextMenu: ((at: { x: number; y: number }) => void) | undefined
}

export const Cell = ({ row, column, source, form, theme, rowFormat, isChosen, onPick, onContextMenu }: Props) => {
  const value = source?.values[row]
  const text = column.text(row)
  const tone = column.tone?.(row)
  const own = isNumber(value)
    ? formatOfCell(form.conditional_formatting, { column: column.name, value, extent: column.extent }, theme)
    : null
  const format = own ?? rowFormat
  const color = format?.paints === 'text' ? readable(format.color, theme) : tone ? colors[theme][tone] : undefined
  const background = backgroundOf({ value, column, format, theme })
  return (
    <div
      role="cell"
      className={`${cellClass(column)} ${background ? css['backed'] : ''} ${onPick ? css['pick'] : ''} ${isChosen ? css['chosen'] : ''}`}
      title={column.words && text.length > maxPlainChars ? text : undefined}
      onClick={onPick}
      onContextMenu={
        onContextMenu &&
        ((event) => {
          event.preventDefault()
          onContextMenu({ x: event.clientX, y: event.clientY })
        })
      }
    >
      {background}
      {own?.icon && (
        <span className={css['icon']} style={{ color: own.color }} aria-hidden>
          {own.icon}
        </span>
      )}
      <CellText text={text} html={column.html?.(row) ?? null} color={color} />
    </div>
  )
}
