import type { ReactNode } from 'react'
import { columnLabel } from '#core/query/labels.ts'
import type { QueryColumn } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { ColumnPill } from './column/ColumnPill.tsx'
import type { ControlProps } from './control-props.ts'
import type { Dragged } from './field/drag.ts'
import { offeredColumns } from './field/FieldChoice.tsx'
import { PillsField, type PillProps } from './pills/PillsField.tsx'

type Place = Pick<ControlProps, 'control' | 'state'>

/** The column that a dropped field stands for, where the control offers it. */
const columnOf = (dragged: Dragged, { control, state }: Place): QueryColumn | null =>
  dragged.kind === 'column' && offeredColumns(state.dataset, control.columns, 'group').some((column) => column.column_name === dragged.name)
    ? dragged.name
    : null

const pillOf =
  ({ control, state }: Place) =>
  ({ value: column, onValue, ...pill }: PillProps<QueryColumn>) => (
    <ColumnPill column={column} dataset={state.dataset} wanted={control.columns} onColumn={onValue} {...pill} />
  )

const holds = (columns: QueryColumn[], column: QueryColumn) => columns.some((one) => columnLabel(one) === columnLabel(column))

/** Several dimensions, in an own order. */
export const Columns = ({ control, value, onChange, state }: ControlProps) => (
  <PillsField
    control={control}
    values={asList<QueryColumn>(value)}
    onValues={onChange}
    valueOf={(field) => columnOf(field, { control, state })}
    holds={holds}
    empty="Drop a column here or press to add one"
    renderPill={pillOf({ control, state })}
  />
)

/** One dimension; `beside` stands at its right: the time grain of an X-axis. */
export const Column = ({ control, value, onChange, state, beside }: ControlProps & { beside?: ReactNode }) => (
  <PillsField
    single
    control={control}
    values={asList<QueryColumn>(value).slice(0, 1)}
    onValues={([column]) => onChange(column ?? null)}
    valueOf={(field) => columnOf(field, { control, state })}
    empty={control.placeholder ?? 'Drop a column here or press to choose one'}
    beside={beside}
    renderPill={pillOf({ control, state })}
  />
)
