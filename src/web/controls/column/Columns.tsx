import type { ReactNode } from 'react'
import type { QueryColumn } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { ColumnPill } from './ColumnPill.tsx'
import { useSurface } from '../control-props.ts'
import type { ControlProps } from '../control-props.ts'
import { columnLanding } from '../field/landing.ts'
import { PillsField, type PillProps } from '../pills/PillsField.tsx'

const pillOf =
  ({ control, state }: Pick<ControlProps<'column' | 'columns'>, 'control' | 'state'>) =>
  ({ value: column, onValue, ...pill }: PillProps<QueryColumn>) => (
    <ColumnPill column={column} dataset={state.dataset} wanted={control.columns} onColumn={onValue} {...pill} />
  )

/** Several dimensions, in an own order. */
export const Columns = ({ control, value, onChange, state }: ControlProps<'columns'>) => {
  const surface = useSurface()
  return (
    <PillsField
      control={control}
      values={asList<QueryColumn>(value)}
      onValues={onChange}
      landing={(field) => columnLanding(field, { control, state, surface })}
      empty="Drop a column here or press to add one"
      renderPill={pillOf({ control, state })}
    />
  )
}

/** One dimension; `beside` is to its right: the time grain of an X-axis. */
export const Column = ({ control, value, onChange, state, beside }: ControlProps<'column'> & { beside?: ReactNode }) => {
  const surface = useSurface()
  return (
    <PillsField
      single
      control={control}
      values={asList<QueryColumn>(value).slice(0, 1)}
      onValues={([column]) => onChange(column ?? null)}
      landing={(field) => columnLanding(field, { control, state, surface })}
      empty={control.placeholder ?? 'Drop a column here or press to choose one'}
      beside={beside}
      renderPill={pillOf({ control, state })}
    />
  )
}
