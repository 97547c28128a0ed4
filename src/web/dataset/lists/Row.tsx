import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, CircleAlert, Trash2 } from 'lucide-react'
import type { DragEvent, HTMLAttributes, ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import css from '../DatasetSheet.module.css'

type Props = {
  icon: ReactNode
  name: string
  note: string
  open: boolean
  /** One of its fields is invalid. */
  invalid?: boolean
  onToggle: () => void
  onDelete?: (() => void) | undefined
  /** Moves the row by one place; false at the end of the list. */
  onMove?: { up: false | (() => void); down: false | (() => void) } | undefined
  /** Rows of one list are dragged onto each other; `move` takes indexes of the form's list. */
  place?: { list: string; index: number; move: (from: number, to: number) => void } | undefined
  /** Its fields can be read only. */
  isLocked?: boolean
  /** Switches shown in the collapsed row. */
  switches?: ReactNode
  children: ReactNode
}

/** A column or metric as a row that expands to its fields. */
export const Row = ({
  icon,
  name,
  note,
  open,
  invalid = false,
  onToggle,
  onDelete,
  onMove,
  place,
  isLocked = false,
  switches,
  children,
}: Props) => (
  <li className={cx(css['item'], open && css['open'])}>
    <div className={css['line']} {...dragProps(place)}>
      <button type="button" className={css['toggle']} aria-expanded={open} onClick={onToggle}>
        {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
        {icon}
        <span className={css['name']}>{name || '–'}</span>
        <span className={css['note']}>{note}</span>
        {invalid && <CircleAlert role="img" aria-label={t('Contains an error')} className={css['invalid']} />}
      </button>
      {switches}
      {onMove && (
        <>
          <MoveButton label={t('Move %(name)s up', { name })} icon={<ArrowUp />} move={onMove.up} />
          <MoveButton label={t('Move %(name)s down', { name })} icon={<ArrowDown />} move={onMove.down} />
        </>
      )}
      {onDelete && (
        <IconButton dense label={t('Delete')} aria-label={t('Delete %(name)s', { name })} icon={<Trash2 />} onClick={onDelete} />
      )}
    </div>
    {open && (
      <fieldset className={css['fields']} disabled={isLocked}>
        {children}
      </fieldset>
    )}
  </li>
)

const dragProps = (place: Props['place']): HTMLAttributes<HTMLElement> => {
  if (!place) return {}
  const { index, move } = place
  const type = `application/x-${place.list}`
  const mark = (event: DragEvent<HTMLElement>, isOver: boolean) => event.currentTarget.toggleAttribute('data-over', isOver)
  return {
    draggable: true,
    onDragStart: (event) => {
      event.dataTransfer.setData(type, String(index))
      event.dataTransfer.effectAllowed = 'move'
    },
    onDragOver: (event) => {
      if (!event.dataTransfer.types.includes(type)) return
      event.preventDefault()
      mark(event, true)
    },
    onDragLeave: (event) => mark(event, false),
    onDrop: (event) => {
      mark(event, false)
      const from = event.dataTransfer.getData(type)
      if (from !== '' && Number(from) !== index) move(Number(from), index)
    },
  }
}

const MoveButton = ({ label, icon, move }: { label: string; icon: ReactNode; move: false | (() => void) }) => (
  <IconButton dense focusableWhenDisabled label={label} icon={icon} disabled={move === false} onClick={move || undefined} />
)
