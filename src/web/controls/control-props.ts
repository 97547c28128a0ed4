import { createContext, useContext } from 'react'
import { hasFeature } from '../data/feature-flags.ts'
import type { ControlOf, ControlState, ControlType } from '#charts/control.ts'

/** What the editor of a type of control is given. `value` is what the form holds under the control's name. */
export type ControlProps<Type extends ControlType = ControlType> = {
  control: ControlOf<Type>
  value: unknown
  onChange: (value: unknown) => void
  state: ControlState
}

export type TableRef = { databaseId: number; name: string; schema: string | null; catalog: string | null }

/** Where a control is: what its values are looked up in, and what the place forbids. */
export type Surface = {
  datasource: { id: number | string; type: string }
  /** Its table in the database; null for one that is a query. */
  table: TableRef | null
  /** The engine's wire name, for quoting and functions. */
  backend: string | null
  /** Whether values of columns may be looked up. */
  offersValues: boolean
  /** The dataset allows saved metrics only. */
  hasSavedMetricsOnly: boolean
  /** A summary of each column's data: `5 values`, `6–707`. */
  hints: Record<string, string>
  /** Number of different values of a column, where known. */
  distinct: Record<string, number>
  rows: number | null
  /** The time range that a new time filter starts with. */
  defaultTimeRange: string
  /** The last time filter cannot be removed: dashboards apply their time range through it. */
  keepsLastTimeFilter: boolean
  /** Fields of the dataset are next to the controls. */
  hasFields: boolean
  /** Opens the dialog that makes a dataset of a query; null for a dataset. */
  createDataset: (() => void) | null
  /** Keeps a metric in the dataset, for all its charts; null where that is not allowed. */
  saveMetric: ((metric: { metric_name: string; expression: string; d3format: string | null }) => Promise<void>) | null
}

export const defaultSurface: Surface = {
  datasource: { id: 0, type: 'table' },
  table: null,
  backend: null,
  offersValues: true,
  hasSavedMetricsOnly: false,
  hints: {},
  distinct: {},
  rows: null,
  defaultTimeRange: 'No filter',
  keepsLastTimeFilter: true,
  hasFields: false,
  createDataset: null,
  saveMetric: null,
}

export const SurfaceContext = createContext(defaultSurface)

export const useSurface = () => useContext(SurfaceContext)

/** Whether a click adds columns, metrics and filters, not only a field that is dragged there. */
export const useAddsByClick = (): boolean =>
  !useSurface().hasFields || hasFeature('ENABLE_DND_WITH_CLICK_UX') || !hasFeature('ENABLE_EXPLORE_DRAG_AND_DROP')

/** How a control's value differs from the saved one, for its label. */
export type FieldState = {
  changed: boolean
  onReset: () => void
  error: string | null
}

export const FieldStateContext = createContext<FieldState>({ changed: false, onReset: () => {}, error: null })
