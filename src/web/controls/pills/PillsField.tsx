import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Control } from '#charts/chart.ts'
import { t } from '#core/i18n/t.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { BlockField } from '../ControlField.tsx'
import css from '../Controls.module.css'
import type { Dragged } from '../field/drag.ts'
import { PillList } from './PillList.tsx'

/** One pill: its value (null while it is being made), and what can be done with it. */
export type PillProps<T> = {
  value: T | null
  open: boolean
  onOpen: (open: boolean) => void
  onValue: (value: T | null) => void
  onRemove: (() => void) | undefined
  onMove?: (step: -1 | 1) => void
  dragged?: Dragged
  index?: number
}

type Field = Exclude<Dragged, { kind: 'pill' }>

type Props<T> = {
  control: Control
  values: T[]
  onValues: (values: T[]) => void
  /** What a field of the dataset stands for here; null = it is refused. */
  valueOf: (field: Field) => T | null
  /** Whether a dropped value is there already and therefore refused. */
  holds?: (values: T[], value: T) => boolean
  /** Said where nothing is chosen though something is needed. */
  empty: string
  /** One value only: another one replaces it. */
  single?: boolean
  /** At the right of the pills. */
  beside?: ReactNode
  renderPill: (pill: PillProps<T>) => ReactNode
}

/** Pills of a control: added by a press or a drop, edited in place, moved, taken away. */
export const PillsField = <T,>(props: Props<T>) => {
  const { control, values, onValues, valueOf, holds = () => false, empty, single = false, beside, renderPill } = props
  const [open, setOpen] = useState<number | null>(null)
  const put = (index: number, value: T | null) =>
    onValues(value === null ? values.toSpliced(index, 1) : index < values.length ? values.with(index, value) : [...values, value])
  const move = (from: number, to: number) => {
    const value = values[from]
    if (value !== undefined && to >= 0 && to < values.length) onValues(values.toSpliced(from, 1).toSpliced(to, 0, value))
  }
  const pill = (i: number) =>
    renderPill({
      value: values[i] ?? null,
      open: open === i,
      onOpen: (isOpen) => setOpen(isOpen ? i : null),
      onValue: (value) => put(i, value),
      onRemove: i < values.length ? () => put(i, null) : undefined,
      ...(!single && { onMove: (step) => move(i, i + step), dragged: { kind: 'pill', list: control.name, index: i }, index: i }),
    })
  return (
    <BlockField
      control={control}
      action={
        (!single || values.length === 0) && (
          <IconButton
            dense
            label={t('Add to %(name)s', { name: t(control.label) })}
            icon={<Plus />}
            onClick={() => setOpen(values.length)}
          />
        )
      }
    >
      {(labelId) => {
        const list = (
          <PillList
            list={control.name}
            count={values.length + (open === values.length ? 1 : 0)}
            labelledBy={labelId}
            accepts={(field) => {
              const value = valueOf(field)
              return value !== null && (single || !holds(values, value))
            }}
            onDropField={(field, at) => {
              const value = valueOf(field)
              if (value !== null) onValues(single ? [value] : values.toSpliced(at, 0, value))
            }}
            onMove={single ? () => {} : move}
            {...(control.required && { empty, onEmpty: () => setOpen(0) })}
            renderPill={pill}
          />
        )
        if (!beside) return list
        return (
          <div className={css['beside']}>
            {list}
            {beside}
          </div>
        )
      }}
    </BlockField>
  )
}
