import { useMemo, useState } from 'react'
import { t } from '#core/i18n/t.ts'
import type { Section } from '#charts/chart.ts'
import { Button } from '../../../ui/Button.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { secondsText } from '../../../ui/seconds.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import { useExplore, useExploreStore, useForm } from '../state/explore-context.ts'
import { changedControls } from '../state/form.ts'
import { useRun } from '../state/run.ts'
import { isQuick } from '../state/store.ts'
import css from './ControlPanel.module.css'
import { PanelSection } from './PanelSection.tsx'

/** How the chart is made: sections of controls, what is changed, and the run. */
export const ControlPanel = () => {
  const form = useForm()
  const dataset = useExplore((state) => state.dataset)
  const saved = useExplore((state) => state.saved)
  const lastMs = useExplore((state) => state.lastMs)
  const store = useExploreStore()
  const { chart, faults, isBehind, data } = useRun()
  const [tab, setTab] = useState<Section['tab']>('data')
  const changed = useMemo(() => (chart ? changedControls(form, saved, chart) : []), [form, saved, chart])
  const state = useMemo(() => ({ form, dataset }), [form, dataset])
  const sections = (chart?.controls ?? []).filter((section) => section.tab === tab && (section.visible?.(state) ?? true))
  const waits = isBehind && !isQuick({ lastMs })
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
          onChange={setTab}
        />
        {changed.length > 0 && (
          <span className={css['changed']}>
            {t('%(count)s changed', { count: changed.length })}
            <Button kind="link" onClick={() => store.getState().resetAll()}>
              {t('Reset all')}
            </Button>
          </span>
        )}
      </header>
      <div className={css['sections']} data-scroller>
        {sections.map((section, i) => (
          <PanelSection key={`${section.label} ${i}`} section={section} first={i === 0} state={state} changed={changed} faults={faults} />
        ))}
      </div>
      <footer className={css['foot']}>
        <span>
          {hasFaults
            ? t('Something is missing')
            : waits
              ? t('The last run took %(seconds)s s', { seconds: secondsText((lastMs ?? 0) / 1000) })
              : t('Runs as you edit')}
        </span>
        <Button
          dense
          kind={waits && !hasFaults ? 'primary' : 'default'}
          disabled={hasFaults}
          after={<Kbd keys="⌘↵" />}
          onClick={() => (isBehind ? store.getState().update() : data.refresh())}
        >
          {t('Update')}
        </Button>
      </footer>
    </section>
  )
}
