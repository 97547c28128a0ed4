import { ChevronRight, TriangleAlert, X } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode, Ref } from 'react'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { Tooltip } from '../../ui/overlay/Tooltip.tsx'
import type { Dragged } from '../field/drag.ts'
import { useDraggable } from '../field/drag.ts'
import css from './Pills.module.css'

type Props = {
  icon: ReactNode
  name: string
  /** At the right, quiet. */
  note?: ReactNode
  /** Said when it does not fit the data any more. */
  warning?: string | null
  /** Its editor is open. */
  open?: boolean
  onOpen: () => void
  onRemove?: (() => void) | undefined
  /** Moves it in its list: -1 up, 1 down. */
  onMove?: ((step: -1 | 1) => void) | undefined
  dragged?: Dragged | null
  index?: number
  pillRef?: Ref<HTMLButtonElement> | undefined
}

/** One metric, column or filter: opens its editor, is dragged to another place, removed with its cross or the Delete key. */
export const Pill = ({ icon, name, note, warning, open, onOpen, onRemove, onMove, dragged = null, index, pillRef }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const isDragging = useDraggable(box, dragged)
  return (
    <div
      ref={box}
      data-pill={index}
      className={cx(css['pill'], open && css['open'], isDragging && css['dragging'], warning && css['warned'])}
    >
      <button
        ref={pillRef}
        type="button"
        className={css['main']}
        aria-haspopup="dialog"
        aria-expanded={open ?? false}
        title={name}
        onClick={onOpen}
        onKeyDown={(event) => {
          if ((event.key === 'Delete' || event.key === 'Backspace') && onRemove) {
            event.preventDefault()
            onRemove()
          }
          if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown') && onMove) {
            event.preventDefault()
            onMove(event.key === 'ArrowUp' ? -1 : 1)
          }
        }}
      >
        {icon}
        <span className={css['name']}>{name}</span>
        {note !== undefined && note !== '' && <span className={css['note']}>{note}</span>}
        {warning && (
          <Tooltip text={warning}>
            <span className={css['warning']} role="img" aria-label={warning}>
              <TriangleAlert />
            </span>
          </Tooltip>
        )}
        <ChevronRight className={css['chevron']} aria-hidden />
      </button>
      {onRemove && (
        <button type="button" className={css['remove']} aria-label={t('Remove %(name)s', { name })} onClick={onRemove}>
          <X />
        </button>
      )}
    </div>
  )
}
