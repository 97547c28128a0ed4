import { t } from '#core/i18n/t.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Kbd } from '../../../ui/keys/Kbd.tsx'
import { useExplore, useExploreStore } from '../state/explore-context.ts'
import { useRun } from '../state/run.ts'
import { isQuick } from '../state/store.ts'

/** Whether changes wait for the Update button because the last run was slow. */
export const useIsWaiting = (): boolean => {
  const lastMs = useExplore((state) => state.lastMs)
  return useRun().isBehind && !isQuick({ lastMs })
}

/** Runs the chart; highlighted while changes are waiting. */
export const UpdateButton = ({ dense = false }: { dense?: boolean }) => {
  const store = useExploreStore()
  const { chart, faults, isBehind, data } = useRun()
  const hasFaults = Object.keys(faults).length > 0
  return (
    <Button
      dense={dense}
      kind={useIsWaiting() && !hasFaults ? 'primary' : 'default'}
      focusableWhenDisabled
      disabled={hasFaults || chart === null}
      after={dense && <Kbd keys="⌘↵" />}
      onClick={() => (isBehind ? store.getState().update() : data.refresh())}
    >
      {t('Update')}
    </Button>
  )
}
