import { createContext, type ComponentType, type ReactNode } from 'react'
import type { MenuEntry } from '../../../ui/overlay/Menu.tsx'

/** Components that editing adds to the stage. Their code is loaded when editing starts. */
export type EditTools = {
  /** Overlay of a component: ring, grip, menu, knobs. */
  Handles: ComponentType<{ id: string; element: HTMLElement | null; hasOwnMenu: boolean }>
  /** Shows where the dragged component would be dropped. */
  Gap: ComponentType<{ parent: string; index: number }>
  /** Names of charts, headers and the dashboard, editable in place. */
  ChartTitle: ComponentType<{ id: string; name: string }>
  HeaderTitle: ComponentType<{ id: string; text: string }>
  DashboardTitle: ComponentType
  /** Replace the state and actions in the head. */
  EditState: ComponentType
  EditActions: ComponentType<{ onProperties: () => void; onView: () => void }>
  /** Wraps a text to make it editable. */
  EditableText: ComponentType<{ id: string; children: ReactNode }>
  /** One tab of a tab list, with its actions. */
  EditableTab: ComponentType<{ id: string; isOpen: boolean; onOpen: () => void }>
  /** After the last tab. */
  AddTab: ComponentType<{ tabs: string }>
  /** In the head, while tabs are dragged. */
  RootZone: ComponentType
  /** On an empty dashboard. */
  NewChartButton: ComponentType
  /** In the card of a chart that is gone. */
  RemoveButton: ComponentType<{ id: string }>
  /** Menu entries for a component. */
  Entries: ComponentType<{ id: string; children: (entries: () => MenuEntry[]) => ReactNode }>
}

/** The id of a tab's element, by which the tab list owns it. */
export const tabElementId = (mountId: string, tab: string): string => `${mountId}-${tab}`

export const EditContext = createContext<EditTools | null>(null)
