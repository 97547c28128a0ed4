import { applyMasks, canApply, chosenMasks, clearMasks } from '#core/filters/values/pending-masks.ts'
import { isActive } from '#core/filters/data-mask.ts'
import { isFilter, type NativeFilter } from '#core/filters/native-filter.ts'
import { t } from '#core/i18n/t.ts'
import { lazyPart } from '../../../../../lazy/lazy-part.tsx'
import { Button } from '../../../../../ui/button/Button.tsx'
import { useDashboard, useDashboardStore } from '../../../state/dashboard-context.ts'
import { filtersOf } from '../../../state/derived.ts'
import { useFiltersByScope } from '../FilterList.tsx'
import css from '../FilterBar.module.css'

const Blocking = lazyPart(async () => (await import('./Blocking.tsx')).Blocking)
const StickyReset = lazyPart(async () => (await import('./StickyReset.tsx')).StickyReset)

type Props = {
  /** In a row with the filters. */
  isShort?: boolean
  /** In a foot that is already there. */
  isPlain?: boolean
  /** Filters that are not in sight; those out of scope by default. */
  hidden?: readonly NativeFilter[]
  onApplied?: () => void
}

/** Puts what was chosen in force, or takes it back. */
export const BarFoot = ({ isShort = false, isPlain = false, hidden, onApplied }: Props) => {
  const store = useDashboardStore()
  const { inScope, outOfScope } = useFiltersByScope()
  const isWaiting = useDashboard(({ masks }) => Object.keys(masks.pending).length > 0)
  const mayApply = useDashboard((state) => canApply(state.masks, filtersOf(state).filter(isFilter)))
  const mayClear = useDashboard(({ masks }) => inScope.some(({ id }) => isActive(chosenMasks(masks)[id] ?? {})))
  const isSticky = useDashboard(({ history }) => history.present.properties.metadata['sticky_filters'] === true)
  const clear = () => {
    const ids = inScope.map(({ id }) => id)
    store.getState().updateMasks((masks) => clearMasks(masks, ids))
  }
  const apply = () => {
    store.getState().updateMasks(applyMasks)
    onApplied?.()
  }
  return (
    <>
      {isWaiting && !mayApply && <Blocking hidden={hidden ?? outOfScope} />}
      <div className={isPlain ? css['plainFoot'] : css['foot']}>
        {isSticky && <StickyReset />}
        <Button kind="quiet" focusableWhenDisabled disabled={!mayClear} onClick={clear}>
          {t('Clear all')}
        </Button>
        <Button kind="primary" focusableWhenDisabled disabled={!mayApply} onClick={apply}>
          {isShort ? t('Apply') : t('Apply filters')}
        </Button>
      </div>
    </>
  )
}
