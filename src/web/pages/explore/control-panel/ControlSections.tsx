import { useEffect, useMemo, useState } from 'react'
import type { Chart } from '#charts/chart.ts'
import type { Section } from '#charts/control.ts'
import { loadCode, reportLoadFault } from '../../../lazy/load-fault.ts'
import { useExplore, useForm } from '../state/explore-context.ts'
import { changedControls } from '../state/form.ts'
import { useRun } from '../state/run.ts'
import { PanelSection } from './PanelSection.tsx'

/** The tab that contains a control. */
export const tabOf = (chart: Chart | null, control: string): Section['tab'] =>
  chart?.controls.find((section) => section.rows.flat().some(({ name }) => name === control))?.tab ?? 'data'

type Describe = (name: string) => string | undefined

const firstUse = ['pointermove', 'pointerdown', 'keydown'] as const

/** The descriptions of controls, which are loaded when the page is first used: nothing waits for them. */
const useDescriptions = (): Describe => {
  const [describe, setDescribe] = useState<Describe>(() => () => undefined)
  useEffect(() => {
    const load = () => {
      stop()
      loadCode(() => import('./descriptions.ts')).then(({ descriptionOf }) => setDescribe(() => descriptionOf), reportLoadFault)
    }
    const stop = () => firstUse.forEach((event) => document.removeEventListener(event, load))
    firstUse.forEach((event) => document.addEventListener(event, load))
    return stop
  }, [])
  return describe
}

/** The sections of a tab of the controls. */
export const ControlSections = ({ tab }: { tab: Section['tab'] }) => {
  const form = useForm()
  const dataset = useExplore((state) => state.dataset)
  const saved = useExplore((state) => state.saved)
  const { chart, faults } = useRun()
  const describe = useDescriptions()
  const changed = useMemo(() => (chart ? changedControls(form, saved, chart) : []), [form, saved, chart])
  const state = useMemo(() => ({ form, dataset }), [form, dataset])
  const sections = (chart?.controls ?? []).filter((section) => section.tab === tab && (section.visible?.(state) ?? true))
  return sections.map((section, i) => (
    <PanelSection
      key={`${tab} ${section.label} ${i}`}
      section={section}
      first={i === 0}
      state={state}
      changed={changed}
      faults={faults}
      describe={describe}
    />
  ))
}
