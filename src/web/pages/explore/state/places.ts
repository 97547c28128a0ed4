import { useState } from 'react'
import type { Chart } from '#charts/chart.ts'
import type { Section } from '#charts/control.ts'
import { useOnSent } from '../../../controls/field/send-field.ts'
import { tabOf } from '../control-panel/ControlSections.tsx'
import type { DrawerTab } from '../drawer/Drawer.tsx'

type ControlTab = Section['tab']

/** What is open beside the picture, in whatever arrangement: it stays open when the window changes. */
export type Places = {
  controls: ControlTab
  results: DrawerTab
  isResultsOpen: boolean
  /** What a narrow window shows, which has room for one. */
  single: 'controls' | 'fields' | 'results'
  showControls: (tab: ControlTab) => void
  showFields: () => void
  showResults: (tab: DrawerTab) => void
  openResults: (isOpen: boolean) => void
}

const storageKey = 'chartroom.explore.drawer'

export const usePlaces = (chart: Chart | null): Places => {
  const [controls, setControls] = useState<ControlTab>('data')
  const [results, setResults] = useState<DrawerTab>('results')
  const [isResultsOpen, setOpen] = useState(() => localStorage.getItem(storageKey) === 'open')
  const [single, setSingle] = useState<Places['single']>('controls')
  const showControls = (tab: ControlTab) => {
    setControls(tab)
    setSingle('controls')
  }
  const openResults = (isOpen: boolean) => {
    localStorage.setItem(storageKey, isOpen ? 'open' : 'closed')
    setOpen(isOpen)
  }
  useOnSent((control) => showControls(tabOf(chart, control)))
  return {
    controls,
    results,
    isResultsOpen,
    single,
    showControls,
    showFields: () => setSingle('fields'),
    showResults: (tab) => {
      setResults(tab)
      setSingle('results')
      openResults(true)
    },
    openResults,
  }
}
