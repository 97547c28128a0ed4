import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Component, Layout } from '#core/layout/component.ts'
import type { PageColors } from '../../../frame/picture/label-colors.ts'
import type { Cards, CardsState } from './cards.ts'
import { layoutOf } from './derived.ts'
import type { Mount } from './mount.ts'
import type { DashboardState, DashboardStore } from './store.ts'

export const DashboardContext = createContext<Mount | null>(null)

export const useMount = (): Mount => {
  const mount = use(DashboardContext)
  if (!mount) throw new Error('used outside a dashboard')
  return mount
}

export const useDashboardStore = (): DashboardStore => useMount().store

/** Selects a part of the dashboard's state. */
export const useDashboard = <T>(select: (state: DashboardState) => T): T => useMount().store(select)

/** Selects a part of the layout as drawn. */
export const useLayout = <T>(select: (layout: Layout) => T): T => useDashboard((state) => select(layoutOf(state)))

export const useComponent = (id: string): Component | undefined => useLayout((layout) => layout[id])

export const useProperties = () => useDashboard((state) => state.history.present.properties)

export const useCardsOfPage = (): Cards => useMount().cards

/** Selects a part of the cards' states. */
export const useCards = <T>(select: (state: CardsState) => T): T => useStore(useMount().cards.state, select)

export const usePageColors = (): PageColors => useMount().colors
