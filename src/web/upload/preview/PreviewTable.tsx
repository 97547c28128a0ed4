import { Binary, Calendar, ChevronDown, Hash, Type } from 'lucide-react'
import type { RefObject } from 'react'
import type { UploadPreview } from '#api/upload.ts'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { EditableTitle } from '../../ui/text/EditableTitle.tsx'
import { Menu } from '../../ui/overlay/Menu.tsx'
import type { TableColumn } from '../../ui/table/columns.ts'
import { Table, type TableHandle } from '../../ui/table/Table.tsx'
import { kindOfType, rangeText, typeChoices, typeLabel, valueText, type ColumnKind } from '../columns/column-types.ts'
import { columnWidths, lineNumberWidth, previewId } from '../columns/column-widths.tsx'
import css from './PreviewTable.module.css'

const icons: Record<ColumnKind, typeof Hash> = { number: Hash, text: Type, time: Calendar, boolean: Binary }

type Column = UploadPreview['columns'][number]

type Props = {
  tableRef: RefObject<TableHandle | null>
  preview: UploadPreview
  tableId: string
  dimmed: boolean
  onColumn: (index: number, change: { name?: string; type?: string }) => void
}

const lineKey = 'line'

/** The first rows as they will be stored, with editable names and types. */
export const PreviewTable = ({ tableRef, preview, tableId, dimmed, onColumn }: Props) => {
  const { columns, rows } = preview
  const contents = columnWidths(preview)
  const cellOf = (row: number, { key }: TableColumn) => {
    if (key === lineKey) return <span className={css['line']}>{row + 1}</span>
    const value = rows[row]?.[Number(key)]
    const column = columns[Number(key)]
    return typeof value === 'string' && column ? valueText(column.type, value) : <span className={css['blank']}>–</span>
  }
  return (
    <div className={cx(css['frame'], dimmed && css['dimmed'])}>
      <Table
        handleRef={tableRef}
        className={css['table'] ?? ''}
        label={t('Preview')}
        id={previewId(tableId)}
        outerPadding={12}
        headHeight={60}
        columns={[
          {
            key: lineKey,
            head: t('Row'),
            isHeadHidden: true,
            width: lineNumberWidth(preview),
            align: 'right',
            isResizable: false,
            pin: 'start',
          },
          ...columns.map((column, i): TableColumn => ({
            key: String(i),
            name: column.name,
            head: <Head column={column} onChange={(change) => onColumn(i, change)} />,
            content: contents[i] ?? 0,
            align: isRight(column) ? 'right' : 'left',
            summary: <span className={css['range']}>{rangeText(column)}</span>,
          })),
        ]}
        rowCount={rows.length}
        cell={cellOf}
        placeholder={<p className={css['nothing']}>{t('No rows')}</p>}
      />
    </div>
  )
}

const isRight = ({ type }: Column) => kindOfType(type) === 'number'

type HeadProps = { column: Column; onChange: (change: { name?: string; type?: string }) => void }

const Head = ({ column, onChange }: HeadProps) => {
  const Icon = icons[kindOfType(column.type)]
  return (
    <div className={cx(css['head'], isRight(column) && css['right'])}>
      <EditableTitle
        size="body"
        className={css['name'] ?? ''}
        label={t('Name of column %(name)s', { name: column.name })}
        value={column.name}
        onChange={(name) => onChange({ name })}
      />
      <Menu
        label={t('Type of %(name)s', { name: column.name })}
        align={isRight(column) ? 'end' : 'start'}
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
    </div>
  )
}
