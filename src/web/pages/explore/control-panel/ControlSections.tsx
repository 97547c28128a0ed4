import { useMemo } from 'react'
import type { Chart } from '#charts/chart.ts'
import type { Section } from '#charts/control.ts'
import { useExplore, useForm } from '../state/explore-context.ts'
import { changedControls } from '../state/form.ts'
import { useRun } from '../state/run.ts'
import { PanelSection } from './PanelSection.tsx'

/** The tab that contains a control. */
export const tabOf = (chart: Chart | null, control: string): Section['tab'] =>
  chart?.controls.find((section) => section.rows.flat().some(({ name }) => name === control))?.tab ?? 'data'

/** The sections of a tab of the controls. */
export const ControlSections = ({ tab }: { tab: Section['tab'] }) => {
  const form = useForm()
  const dataset = useExplore((state) => state.dataset)
  const saved = useExplore((state) => state.saved)
  const { chart, faults } = useRun()
  const changed = useMemo(() => (chart ? changedControls(form, saved, chart) : []), [form, saved, chart])
  const state = useMemo(() => ({ form, dataset }), [form, dataset])
  const sections = (chart?.controls ?? []).filter((section) => section.tab === tab && (section.visible?.(state) ?? true))
  return sections.map((section, i) => (
    <PanelSection key={`${tab} ${section.label} ${i}`} section={section} first={i === 0} state={state} changed={changed} faults={faults} />
  ))
}
