import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Control } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { useAddsByClick } from '../control-props.ts'
import { BlockField } from '../ControlField.tsx'
import css from '../Controls.module.css'
import type { Dragged } from '../field/drag.ts'
import type { Field, Landing } from '../field/landing.ts'
import { PillList } from './PillList.tsx'
import { usePillDrop } from './use-pill-drop.ts'

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

type Props<T> = {
  control: Control
  values: T[]
  onValues: (values: T[]) => void
  /** The item that a field of the dataset becomes here, or why it is rejected. */
  landing: (field: Field) => Landing<T>
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
  const { control, values, onValues, landing, empty, single = false, beside, renderPill } = props
  const addsByClick = useAddsByClick()
  const [open, setOpen] = useState<number | null>(null)
  const put = (index: number, value: T | null) =>
    onValues(value === null ? values.toSpliced(index, 1) : index < values.length ? values.with(index, value) : [...values, value])
  const move = (from: number, to: number) => {
    const value = values[from]
    if (value !== undefined && to >= 0 && to < values.length) onValues(values.toSpliced(from, 1).toSpliced(to, 0, value))
  }
  const group = useRef<HTMLDivElement>(null)
  const { isLit, place } = usePillDrop(group, {
    list: control.name,
    count: values.length,
    refusal: (field) => {
      const landed = landing(field)
      return 'refusal' in landed ? landed.refusal : null
    },
    onField: (field, at) => {
      const landed = landing(field)
      if ('item' in landed) onValues(single ? [landed.item] : values.toSpliced(at, 0, landed.item))
    },
    onMove: move,
  })
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
      groupRef={group}
      drop={place === null ? (isLit ? 'lit' : null) : 'over'}
      action={
        addsByClick &&
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
            count={values.length + (open === values.length ? 1 : 0)}
            labelledBy={labelId}
            place={place}
            {...(control.required && { empty, ...(addsByClick && { onEmpty: () => setOpen(0) }) })}
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
