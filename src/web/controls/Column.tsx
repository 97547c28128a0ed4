import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import type { QueryColumn } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { columnOf } from './Columns.tsx'
import { ColumnPill } from './column/ColumnPill.tsx'
import type { ControlProps } from './control-props.ts'
import { BlockField } from './ControlField.tsx'
import css from './Controls.module.css'
import { PillList } from './pills/PillList.tsx'

/** One dimension; `beside` stands at its right: the time grain of an X-axis. */
export const Column = ({ control, value, onChange, state, beside }: ControlProps & { beside?: ReactNode }) => {
  const column = asList<QueryColumn>(value)[0] ?? null
  const [open, setOpen] = useState(false)
  return (
    <BlockField
      control={control}
      action={
        column === null && (
          <IconButton dense label={t('Add to %(name)s', { name: t(control.label) })} icon={<Plus />} onClick={() => setOpen(true)} />
        )
      }
    >
      {(labelId) => (
        <div className={beside ? css['beside'] : undefined}>
          <PillList
            list={control.name}
            count={column !== null || open ? 1 : 0}
            labelledBy={labelId}
            accepts={(dragged) => columnOf(dragged, { control, state }) !== null}
            onDropField={(dragged) => onChange(columnOf(dragged, { control, state }))}
            onMove={() => {}}
            {...(control.required && {
              empty: control.placeholder ?? 'Drop a column here or press to choose one',
              onEmpty: () => setOpen(true),
            })}
            renderPill={() => (
              <ColumnPill
                column={column}
                dataset={state.dataset}
                wanted={control.columns}
                open={open}
                onOpen={setOpen}
                onColumn={onChange}
                onRemove={column === null ? undefined : () => onChange(null)}
              />
            )}
          />
          {beside}
        </div>
      )}
    </BlockField>
  )
}
