import type { Layout, Place } from '#core/layout/component.ts'
import type { Dragged } from '#core/layout/drag/drop-target.ts'
import { parentOf } from '#core/layout/tree.ts'
import { capacity, ownWidth } from '#core/layout/width.ts'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../../../ui/cx.ts'
import { useDashboard } from '../../state/dashboard-context.ts'
import { nameOf } from '../../state/draft.ts'
import { placed } from '../steps.ts'
import { refusalText } from '../actions.ts'
import css from '../Edit.module.css'

/** Shows between stacked components where the dragged one would be dropped. */
export const Gap = ({ parent, index }: { parent: string; index: number }) => {
  const refused = useDashboard(({ dragging }) => {
    const target = dragging?.target
    const isHere = target?.line.way === 'across' && target.place.parent === parent && target.place.index === index
    return isHere ? (target.refused ?? 'none') : null
  })
  if (!refused) return null
  return refused === 'none' ? (
    <Landing parent={parent} index={index} />
  ) : (
    <div className={cx(css['gap'], css['refused'])} data-drop-line>
      <span className={css['line']} />
      <span className={css['why']}>{refusalText(refused)}</span>
    </div>
  )
}

/** The share of the container's width that the dropped component would take; null for the full width. */
const shareOf = (layout: Layout, dragged: Dragged | null, place: Place): number | null => {
  const outcome = dragged && placed(layout, dragged, place)
  if (!outcome || outcome.refused) return null
  const row = parentOf(outcome.layout, outcome.id)
  return row?.type === 'ROW' ? ownWidth(outcome.layout, outcome.id) / capacity(outcome.layout, row.id) : null
}

/** Tells whether a drop line is in the open tab or below the tabs. */
const wordsOf = (layout: Layout, { parent, index }: Place): string | null => {
  const container = layout[parent]
  if (container?.type === 'TAB') return t('In tab “%(name)s”', { name: nameOf(layout, parent) })
  return layout[container?.children[index - 1] ?? '']?.type === 'TABS' ? t('Below the tabs') : null
}

const Landing = ({ parent, index }: Place) => {
  const layout = useDashboard((state) => state.history.present.layout)
  const share = useDashboard(({ dragging }) => shareOf(layout, dragging?.dragged ?? null, { parent, index }))
  const words = wordsOf(layout, { parent, index })
  return (
    <div className={css['gap']} data-drop-line>
      <span className={css['line']} />
      {share !== null && <span className={css['landing']} style={{ width: `${share * 100}%` }} />}
      {words && <span className={css['destination']}>{words}</span>}
    </div>
  )
}

/** The drop line between components side by side. */
export const UprightLine = () => {
  const target = useDashboard((state) => state.dragging?.target)
  if (target?.line.way !== 'upright') return null
  const { left, top, height } = target.line
  return (
    <div className={cx(css['upright'], target.refused && css['refused'])} style={{ left, top, height }} data-drop-line>
      {target.refused && <span className={css['why']}>{refusalText(target.refused)}</span>}
    </div>
  )
}
