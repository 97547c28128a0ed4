import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, CircleAlert, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/button/IconButton.tsx'
import css from './DatasetSheet.module.css'

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
  /** Switches shown in the collapsed row. */
  switches?: ReactNode
  children: ReactNode
}

/** A column or metric as a row that expands to its fields. */
export const Row = ({ icon, name, note, open, invalid = false, onToggle, onDelete, onMove, switches, children }: Props) => (
  <li className={cx(css['item'], open && css['open'])}>
    <div className={css['line']}>
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
    {open && <div className={css['fields']}>{children}</div>}
  </li>
)

/** Stays focusable at the end of the list, so that the focus is not lost when a row arrives there. */
const MoveButton = ({ label, icon, move }: { label: string; icon: ReactNode; move: false | (() => void) }) => (
  <IconButton dense label={label} icon={icon} aria-disabled={move === false} onClick={() => move && move()} />
)
