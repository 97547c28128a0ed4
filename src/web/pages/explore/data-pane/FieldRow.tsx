import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { t } from '#core/i18n/t.ts'
import { FieldIcon } from '../../../controls/field/FieldIcon.tsx'
import { useDraggable } from '../../../controls/field/drag.ts'
import { columnKind } from '../../../controls/field/kind.ts'
import type { ColumnFacts, FieldKind } from '../../../controls/field/kind.ts'
import { cx } from '../../../ui/cx.ts'
import type { Field } from '../state/place-field.ts'
import css from './DataPane.module.css'

type Props = {
  field: Field
  name: string
  kind: FieldKind | ColumnFacts
  hint?: string | undefined
  description?: string | null | undefined
  chosen: boolean
  onChoose: () => void
  onAdd: () => void
}

/** One field: a press shows what is in it, Enter, a double press or the plus adds it, dragging puts it somewhere. */
export const FieldRow = ({ field, name, kind, hint, description, chosen, onChoose, onAdd }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const isDragging = useDraggable(box, field)
  const iconKind = typeof kind === 'string' ? kind : columnKind(kind)
  return (
    <div ref={box} role="listitem" className={cx(css['row'], chosen && css['chosen'], isDragging && css['dragging'])}>
      <button
        type="button"
        className={css['rowMain']}
        aria-pressed={chosen}
        title={description ?? name}
        data-field={field.name}
        onClick={onChoose}
        onDoubleClick={onAdd}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onAdd()
        }}
      >
        <FieldIcon kind={iconKind} />
        <span className={css['rowName']}>{name}</span>
        {hint && <span className={css['hint']}>{hint}</span>}
      </button>
      <button type="button" className={css['add']} aria-label={t('Add %(name)s to the chart', { name })} onClick={onAdd}>
        <Plus />
      </button>
    </div>
  )
}
