import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import css from './Pills.module.css'

type Props = {
  count: number
  labelledBy: string
  renderPill: (index: number) => ReactNode
  /** Where what is dragged over would go. */
  place: number | null
  /** Said when the list is empty; a press opens the first editor. */
  empty?: string
  onEmpty?: () => void
}

/** Pills below each other; a 2 px accent line shows where a dragged one would go. */
export const PillList = ({ count, labelledBy, renderPill, place, empty, onEmpty }: Props) => (
  <div role="list" aria-labelledby={labelledBy} className={css['list']}>
    {Array.from({ length: count }, (_, i) => (
      <Fragment key={i}>
        {place === i && <span className={css['line']} />}
        <div role="listitem">{renderPill(i)}</div>
      </Fragment>
    ))}
    {place !== null && place >= count && <span className={css['line']} />}
    {count === 0 && empty !== undefined && (
      <button type="button" className={css['empty']} disabled={!onEmpty} onClick={onEmpty}>
        {t(empty)}
      </button>
    )}
  </div>
)
