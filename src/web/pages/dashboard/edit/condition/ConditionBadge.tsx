import { Eye, EyeOff } from 'lucide-react'
import { useMemo } from 'react'
import { isFilter } from '#core/filters/native-filter.ts'
import { isMet, readCondition } from '#core/filters/scope/condition.ts'
import { cx } from '../../../../ui/cx.ts'
import { useComponent, useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { filtersOf } from '../../state/derived.ts'
import { editStateOf } from '../edit-state.ts'
import { conditionText } from './condition-text.ts'
import css from './Condition.module.css'

/** The condition of a component while editing; a component that viewers do not see now is faded. */
export const ConditionBadge = ({ id }: { id: string }) => {
  const store = useDashboardStore()
  const meta = useComponent(id)?.meta
  const condition = useMemo(() => readCondition(meta), [meta])
  const isShown = useDashboard((state) => condition === null || isMet(condition, state.masks.applied))
  const name = useDashboard((state) => {
    const filter = filtersOf(state).find((item) => item.id === condition?.filterId)
    return filter && isFilter(filter) ? filter.name : null
  })
  if (!condition) return null
  const Icon = isShown ? Eye : EyeOff
  const words = conditionText(condition, name)
  return (
    <>
      {!isShown && <div className={css['fade']} data-hidden-from-viewers aria-hidden />}
      <button
        type="button"
        data-condition
        title={words}
        className={cx(css['badge'], !isShown && css['unmet'])}
        onClick={(event) => {
          event.stopPropagation()
          editStateOf(store).setState({ conditionOf: id })
        }}
      >
        <Icon aria-hidden />
        <span>{words}</span>
      </button>
    </>
  )
}
