import { Binary, Calendar, ChevronDown, Hash, Type } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import type { UploadPreview } from '#api/upload.ts'
import { t } from '#core/i18n/t.ts'
import { ColumnEdge } from '../../ui/table/columns/ColumnEdge.tsx'
import { cx } from '../../ui/cx.ts'
import { EditableTitle } from '../../ui/text/EditableTitle.tsx'
import { Menu } from '../../ui/overlay/Menu.tsx'
import { kindOfType, rangeOf, typeChoices, typeLabel, valueText, type ColumnKind } from '../columns/column-types.ts'
import { usePreviewWidths } from '../columns/column-widths.tsx'
import css from './PreviewTable.module.css'

const icons: Record<ColumnKind, typeof Hash> = { number: Hash, text: Type, time: Calendar, boolean: Binary }

type Column = UploadPreview['columns'][number]

type Props = {
  frameRef: RefObject<HTMLDivElement | null>
  preview: UploadPreview
  tableId: string
  dimmed: boolean
  onColumn: (index: number, change: { name?: string; type?: string }) => void
}

/** The first rows as they will be stored, with names and types to correct. */
export const PreviewTable = ({ frameRef, preview, tableId, dimmed, onColumn }: Props) => {
  const { contents, widths, resize, columnGroup, style } = usePreviewWidths(preview, tableId, frameRef)
  const { columns, rows } = preview
  return (
    <div ref={frameRef} className={cx(css['frame'], dimmed && css['dimmed'])} tabIndex={0}>
      <table className={css['table']} style={style} aria-label={t('Preview')}>
        {columnGroup}
        <thead>
          <tr className={css['head']}>
            <th className={css['line']}>
              <span className="visually-hidden">{t('Row')}</span>
            </th>
            {columns.map((column, i) => (
              <Head
                key={i}
                column={column}
                index={i}
                onChange={(change) => onColumn(i, change)}
                edge={
                  <ColumnEdge name={column.name} width={widths[i] ?? 0} content={contents[i] ?? 0} onResize={(width) => resize(i, width)} />
                }
              />
            ))}
          </tr>
          <tr className={css['range']}>
            <td className={css['line']} />
            {columns.map((column, i) => (
              <td
                key={i}
                className={cx(isRight(column) && css['right'])}
                title={column.min === null ? undefined : `${column.min} – ${column.max}`}
              >
                {rangeOf(column)}
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              <td className={css['line']}>{i + 1}</td>
              {columns.map((column, j) => (
                <td key={j} className={cx(isRight(column) && css['right'], row[j] === null && css['blank'])} title={row[j] ?? undefined}>
                  {typeof row[j] === 'string' ? valueText(column.type, row[j]) : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isRight = ({ type }: Column) => kindOfType(type) === 'number'

type HeadProps = { column: Column; index: number; onChange: (change: { name?: string; type?: string }) => void; edge: ReactNode }

const Head = ({ column, index, onChange, edge }: HeadProps) => {
  const Icon = icons[kindOfType(column.type)]
  return (
    <th data-column={index} className={cx(isRight(column) && css['right'])}>
      <EditableTitle
        size="body"
        className={css['name'] ?? ''}
        label={t('Name of column %(name)s', { name: column.name })}
        value={column.name}
        onChange={(name) => onChange({ name })}
      />
      <Menu
        label={t('Type of %(name)s', { name: column.name })}
        placement={isRight(column) ? 'bottom-end' : 'bottom-start'}
        entries={typeChoices(column.type).map(({ value, label }) => ({
          key: value,
          label,
          checked: value === column.type,
          onSelect: () => value !== column.type && onChange({ type: value }),
        }))}
      >
        <button type="button" className={css['type']}>
          <Icon aria-hidden />
          {typeLabel(column.type)}
          <ChevronDown aria-hidden />
        </button>
      </Menu>
      {edge}
    </th>
  )
}
