import { t } from '#core/i18n/t.ts'
import type { Section } from '#charts/control.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { secondsText } from '../../../frame/seconds.ts'
import { Tabs } from '../../../ui/choice/Tabs.tsx'
import { useExplore, useExploreStore } from '../state/explore-context.ts'
import { useRun } from '../state/run.ts'
import { useChanges } from '../state/use-changes.ts'
import { ChangedControls } from './ChangedControls.tsx'
import css from './ControlPanel.module.css'
import { ControlSections } from './ControlSections.tsx'
import { UpdateButton, useIsWaiting } from './UpdateButton.tsx'

/** The controls of the chart, with their changes and the Update button. */
export const ControlPanel = ({ tab, onTab }: { tab: Section['tab']; onTab: (tab: Section['tab']) => void }) => {
  const lastMs = useExplore((state) => state.lastMs)
  const store = useExploreStore()
  const { faults } = useRun()
  const { changes } = useChanges()
  const waits = useIsWaiting()
  const hasFaults = Object.keys(faults).length > 0
  return (
    <section className={css['panel']} aria-label={t('Controls')}>
      <header className={css['head']}>
        <Tabs
          label={t('Controls')}
          className={css['tabs'] ?? ''}
          tabs={[
            { key: 'data', label: t('Data') },
            { key: 'customize', label: t('Customize') },
          ]}
          value={tab}
          onChange={onTab}
        />
        {changes > 0 && (
          <span className={css['changed']}>
            <ChangedControls />
            <Button kind="link" onClick={() => store.getState().resetAll()}>
              {t('Reset all')}
            </Button>
          </span>
        )}
      </header>
      <div className={css['sections']} data-scroller>
        <ControlSections tab={tab} />
      </div>
      <footer className={css['foot']}>
        <span>
          {hasFaults
            ? t('Incomplete')
            : waits
              ? t('The last run took %(seconds)s s', { seconds: secondsText((lastMs ?? 0) / 1000) })
              : t('Runs as you edit')}
        </span>
        <UpdateButton dense />
      </footer>
    </section>
  )
}
