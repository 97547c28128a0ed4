import { Fragment, useRef } from 'react'
import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import type { Dragged } from '../field/drag.ts'
import { useDropTarget } from '../field/drag.ts'
import css from './Pills.module.css'

type Props = {
  /** Name of the control: pills are moved only within one. */
  list: string
  count: number
  labelledBy: string
  renderPill: (index: number) => ReactNode
  /** Whether a field of the dataset may be dropped here. */
  accepts: (dragged: Exclude<Dragged, { kind: 'pill' }>) => boolean
  onDropField: (dragged: Exclude<Dragged, { kind: 'pill' }>, at: number) => void
  onMove: (from: number, to: number) => void
  /** Said when the list is empty; a press opens the first editor. */
  empty?: string
  onEmpty?: () => void
}

/** Pills below each other; a 2 px accent line shows where a dragged one would go. */
export const PillList = ({ list, count, labelledBy, renderPill, accepts, onDropField, onMove, empty, onEmpty }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const place = useDropTarget(box, {
    count,
    accepts: (dragged) => (dragged.kind === 'pill' ? dragged.list === list && count > 1 : accepts(dragged)),
    onDrop: (dragged, at) => {
      if (dragged.kind !== 'pill') return onDropField(dragged, at)
      const to = at > dragged.index ? at - 1 : at
      if (to !== dragged.index) onMove(dragged.index, to)
    },
  })
  return (
    <div ref={box} role="list" aria-labelledby={labelledBy} className={css['list']}>
      {Array.from({ length: count }, (_, i) => (
        <Fragment key={i}>
          {place === i && <span className={css['line']} />}
          <div role="listitem">{renderPill(i)}</div>
        </Fragment>
      ))}
      {place !== null && place >= count && <span className={css['line']} />}
      {count === 0 && empty !== undefined && (
        <button type="button" className={css['empty']} onClick={onEmpty}>
          {t(empty)}
        </button>
      )}
    </div>
  )
}
