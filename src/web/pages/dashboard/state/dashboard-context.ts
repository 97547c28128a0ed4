import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Component } from '#core/layout/component.ts'
import type { PageColors } from '../../../frame/picture/label-colors.ts'
import type { Cards, CardsState } from './cards.ts'
import type { DashboardState, DashboardStore } from './store.ts'

type Page = { store: DashboardStore; cards: Cards; colors: PageColors }

export const DashboardContext = createContext<Page | null>(null)

const usePage = (): Page => {
  const page = use(DashboardContext)
  if (!page) throw new Error('used outside the dashboard page')
  return page
}

export const useDashboardStore = (): DashboardStore => usePage().store

/** A part of the page's state. */
export const useDashboard = <T>(select: (state: DashboardState) => T): T => usePage().store(select)

export const useComponent = (id: string): Component | undefined => useDashboard((state) => state.layout[id])

export const useProperties = () => useDashboard((state) => state.history.present.properties)

export const useCardsOfPage = (): Cards => usePage().cards

/** A part of what the cards tell of themselves. */
export const useCards = <T>(select: (state: CardsState) => T): T => useStore(usePage().cards.state, select)

export const usePageColors = (): PageColors => usePage().colors
