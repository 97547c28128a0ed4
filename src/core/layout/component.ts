/** The parts of a dashboard's layout, under the wire's names (position_json, version v2). */
export type ComponentType = 'ROOT' | 'GRID' | 'ROW' | 'COLUMN' | 'CHART' | 'MARKDOWN' | 'HEADER' | 'DIVIDER' | 'TABS' | 'TAB' | 'DYNAMIC'

/** What a component carries. Widths are columns of twelve, heights units of 8 px. */
export type Meta = {
  width?: number
  height?: number
  chartId?: number
  uuid?: string
  /** The chart's own name when the layout was saved; the override wins. */
  sliceName?: string
  sliceNameOverride?: string
  code?: string
  text?: string
  defaultText?: string
  placeholder?: string
  headerSize?: string
  background?: string
  [other: string]: unknown
}

export type Component = { readonly id: string; readonly type: ComponentType; readonly children: readonly string[]; readonly meta: Meta }

/**
 * A dashboard's tree by id, never changed in place. The grid is always there; with top-level tabs it hangs nowhere and is empty.
 * Parents are not kept here: `parentOf` and `pathTo` read them off the tree, so that they cannot contradict it.
 */
export type Layout = Readonly<Record<string, Component>>

/** Where a component goes: before the child that now stands at `index`. */
export type Place = { parent: string; index: number }

/** Why a component may not go somewhere. */
export type Refusal = 'place' | 'space' | 'top-level tab'

export type Outcome = { layout: Layout; id: string; refused?: undefined } | { refused: Refusal }

export const rootId = 'ROOT_ID'
export const gridId = 'GRID_ID'
export const headerId = 'HEADER_ID'
export const versionKey = 'DASHBOARD_VERSION_KEY'

/** The key in `meta` of the condition under which a component is shown. Superset keeps it and ignores it. */
export const conditionKey = 'chartroom_show_when'

export const backgrounds = ['BACKGROUND_TRANSPARENT', 'BACKGROUND_WHITE'] as const
export const headerSizes = ['SMALL_HEADER', 'MEDIUM_HEADER', 'LARGE_HEADER'] as const
