import { refusalText } from './deeds.ts'
import { cx } from '../../../ui/cx.ts'
import { useDrag } from './drag-store.ts'
import css from './Edit.module.css'

/** Opens between stacked components where something would be let go. */
export const Gap = ({ parent, index }: { parent: string; index: number }) => {
  const refused = useDrag(({ target }) =>
    target?.line.way === 'across' && target.place.parent === parent && target.place.index === index ? (target.refused ?? 'none') : null,
  )
  if (!refused) return null
  return (
    <div className={cx(css['gap'], refused !== 'none' && css['refused'])} data-drop-line>
      <span className={css['line']} />
      {refused !== 'none' && <span className={css['why']}>{refusalText(refused)}</span>}
    </div>
  )
}

/** The line between components side by side, drawn over the page. */
export const UprightLine = () => {
  const target = useDrag((state) => state.target)
  if (target?.line.way !== 'upright') return null
  const { left, top, height } = target.line
  return (
    <div className={cx(css['upright'], target.refused && css['refused'])} style={{ left, top, height }} data-drop-line>
      {target.refused && <span className={css['why']}>{refusalText(target.refused)}</span>}
    </div>
  )
}
