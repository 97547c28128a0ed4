import { createContext, type ComponentType, type ReactNode } from 'react'
import type { MenuEntry } from '../../../ui/overlay/Menu.tsx'

/** What editing adds to the stage. It is code of its own, loaded when editing starts; while reading there is none. */
export type EditTools = {
  /** Lies over a component: ring, grip, menu, knobs. */
  Handles: ComponentType<{ id: string; element: HTMLElement | null }>
  /** Opens where something would be let go. */
  Gap: ComponentType<{ parent: string; index: number }>
  /** The names of charts, headers and the dashboard, typed in their place. */
  ChartTitle: ComponentType<{ id: string; name: string }>
  HeaderTitle: ComponentType<{ id: string; text: string }>
  DashboardTitle: ComponentType
  /** In the head, in place of what is said and done while reading. */
  EditState: ComponentType
  EditActions: ComponentType<{ onProperties: () => void; onView: () => void }>
  /** Around a text: opens it for typing. */
  TextPlace: ComponentType<{ id: string; children: ReactNode }>
  /** One tab in a strip, with what can be done to it. */
  TabWord: ComponentType<{ id: string; isOpen: boolean; onOpen: () => void }>
  /** After the last tab of a strip. */
  AddTab: ComponentType<{ tabs: string }>
  /** In the head, while tabs are dragged. */
  RootZone: ComponentType
  /** What can be done to a component, for a menu. */
  Entries: ComponentType<{ id: string; children: (entries: () => MenuEntry[]) => ReactNode }>
}

export const EditContext = createContext<EditTools | null>(null)
