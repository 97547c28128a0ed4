import { useState } from 'react'
import type { Chart } from '#charts/chart.ts'
import type { Section } from '#charts/control.ts'
import { useOnSent } from '../../../controls/field/send-field.ts'
import { tabOf } from '../control-panel/ControlSections.tsx'
import type { DrawerTab } from '../drawer/Drawer.tsx'

type ControlTab = Section['tab']

/** Which parts of the page are open. Shared by all layouts, so that they stay open when the window is resized. */
export type OpenParts = {
  controls: ControlTab
  results: DrawerTab
  isResultsOpen: boolean
  /** The part shown on phones, which have room for one. */
  single: 'controls' | 'fields' | 'results'
  showControls: (tab: ControlTab) => void
  showFields: () => void
  showResults: (tab: DrawerTab) => void
  openResults: (isOpen: boolean) => void
}

const storageKey = 'chartroom.explore.drawer'

export const useOpenParts = (chart: Chart | null): OpenParts => {
  const [controls, setControls] = useState<ControlTab>('data')
  const [results, setResults] = useState<DrawerTab>('results')
  const [isResultsOpen, setOpen] = useState(() => localStorage.getItem(storageKey) === 'open')
  const [single, setSingle] = useState<OpenParts['single']>('controls')
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
