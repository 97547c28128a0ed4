import { Plus } from 'lucide-react'
import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { columnLabel } from '#core/query/labels.ts'
import type { QueryColumn } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { ColumnPill } from './column/ColumnPill.tsx'
import type { ControlProps } from './control-props.ts'
import { BlockField } from './ControlField.tsx'
import type { Dragged } from './field/drag.ts'
import { offeredColumns } from './field/FieldChoice.tsx'
import { PillList } from './pills/PillList.tsx'

/** The column that a dropped field stands for, where the control offers it. */
export const columnOf = (dragged: Dragged, { control, state }: Pick<ControlProps, 'control' | 'state'>): string | null =>
  dragged.kind === 'column' && offeredColumns(state.dataset, control.columns, 'group').some((column) => column.column_name === dragged.name)
    ? dragged.name
    : null

/** Several dimensions: pills that open an editor, dropped fields, an own order. */
export const Columns = ({ control, value, onChange, state }: ControlProps) => {
  const columns = asList<QueryColumn>(value)
  const [open, setOpen] = useState<number | null>(null)
  const { dataset } = state
  const put = (index: number, column: QueryColumn | null) =>
    onChange(column === null ? columns.toSpliced(index, 1) : index < columns.length ? columns.with(index, column) : [...columns, column])
  const move = (from: number, to: number) => {
    const column = columns[from]
    if (column !== undefined && to >= 0 && to < columns.length) onChange(columns.toSpliced(from, 1).toSpliced(to, 0, column))
  }
  const holds = (name: string) => columns.some((column) => columnLabel(column) === name)
  return (
    <BlockField
      control={control}
      action={
        <IconButton
          dense
          label={t('Add to %(name)s', { name: t(control.label) })}
          icon={<Plus />}
          onClick={() => setOpen(columns.length)}
        />
      }
    >
      {(labelId) => (
        <PillList
          list={control.name}
          count={columns.length + (open === columns.length ? 1 : 0)}
          labelledBy={labelId}
          accepts={(dragged) => {
            const name = columnOf(dragged, { control, state })
            return name !== null && !holds(name)
          }}
          onDropField={(dragged, at) => {
            const name = columnOf(dragged, { control, state })
            if (name !== null) onChange(columns.toSpliced(at, 0, name))
          }}
          onMove={move}
          {...(control.required && { empty: 'Drop a column here or press to add one', onEmpty: () => setOpen(0) })}
          renderPill={(i) => (
            <ColumnPill
              column={columns[i] ?? null}
              dataset={dataset}
              wanted={control.columns}
              open={open === i}
              onOpen={(isOpen) => setOpen(isOpen ? i : null)}
              onColumn={(column) => put(i, column)}
              onRemove={i < columns.length ? () => put(i, null) : undefined}
              onMove={(step) => move(i, i + step)}
              dragged={{ kind: 'pill', list: control.name, index: i }}
              index={i}
            />
          )}
        />
      )}
    </BlockField>
  )
}
