import { ListPlus, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { FieldIcon } from '../../../controls/field/FieldIcon.tsx'
import { NoteMarks, type Notes } from '../../../ui/marks/NoteMarks.tsx'
import { useDraggable } from '../../../controls/field/drag.ts'
import type { Field } from '../../../controls/field/landing.ts'
import { columnKind } from '../../../controls/field/kind.ts'
import type { ColumnFacts, FieldKind } from '../../../controls/field/kind.ts'
import { cx } from '../../../ui/cx.ts'
import { MenuList } from '../../../ui/overlay/Menu.tsx'
import type { MenuEntry } from '../../../ui/overlay/Menu.tsx'
import { NameAndHint } from '../../../ui/text/NameAndHint.tsx'
import css from './DataPane.module.css'

type Props = {
  field: Field
  name: string
  kind: FieldKind | ColumnFacts
  hint?: string | undefined
  description?: string | null | undefined
  notes: Notes
  chosen: boolean
  onChoose: () => void
  onAdd: () => void
  /** The row that the mouse is over; null when it leaves. */
  onHover: (row: Element | null) => void
  /** The controls that the field can be added to. */
  menuEntries: () => MenuEntry[]
}

/**
 * A field of the dataset. A click shows its profile; Enter, a double click or the plus adds it to the default control; dragging or
 * the menu (Shift+Enter, context menu) adds it to a chosen control.
 */
export const FieldRow = ({ field, name, kind, hint, description, notes, chosen, onChoose, onAdd, onHover, menuEntries }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isMenuOpen, setChoosing] = useState(false)
  const isDragging = useDraggable(box, field)
  const iconKind = typeof kind === 'string' ? kind : columnKind(kind)
  return (
    <div
      ref={box}
      role="listitem"
      className={cx(css['row'], (chosen || isMenuOpen) && css['chosen'], isDragging && css['dragging'])}
      onPointerEnter={({ pointerType, buttons, currentTarget }) => pointerType === 'mouse' && buttons === 0 && onHover(currentTarget)}
      onPointerLeave={() => onHover(null)}
    >
      <button
        ref={setAnchor}
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
          if (event.shiftKey) setChoosing(true)
          else onAdd()
        }}
        onContextMenu={(event) => {
          event.preventDefault()
          setChoosing(true)
        }}
      >
        <FieldIcon kind={iconKind} />
        <NameAndHint name={name} hint={hint} hintClass={css['hint']} />
        <NoteMarks of={notes} />
      </button>
      <button
        type="button"
        className={cx(css['add'], css['addTo'])}
        aria-label={t('Add %(name)s to…', { name })}
        title={t('Add to…')}
        aria-haspopup="menu"
        aria-expanded={isMenuOpen}
        onClick={() => setChoosing(true)}
      >
        <ListPlus />
      </button>
      <button type="button" className={css['add']} aria-label={t('Add %(name)s to the chart', { name })} onClick={onAdd}>
        <Plus />
      </button>
      <MenuList
        open={isMenuOpen}
        onClose={() => setChoosing(false)}
        anchor={anchor}
        label={t('Add %(name)s to…', { name })}
        entries={isMenuOpen ? menuEntries() : []}
      />
    </div>
  )
}
