/** The types of a dashboard's components, as in `position_json`, version v2. */
export type ComponentType = 'ROOT' | 'GRID' | 'ROW' | 'COLUMN' | 'CHART' | 'MARKDOWN' | 'HEADER' | 'DIVIDER' | 'TABS' | 'TAB' | 'DYNAMIC'

/** Properties of a component. Widths are in columns of twelve, heights in units of 8 px. */
export type Meta = {
  width?: number
  height?: number
  chartId?: number
  uuid?: string
  /** The chart's own name when the layout was saved; `sliceNameOverride` takes precedence. */
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
 * A dashboard's components by id; immutable. The grid always exists; with top-level tabs it is empty and outside the tree.
 * Parents are not stored: `parentOf` and `pathTo` derive them, so that they cannot contradict the children.
 */
export type Layout = Readonly<Record<string, Component>>

/** A position among the children of `parent`: before the child that is now at `index`. */
export type Place = { parent: string; index: number }

/** Why a component cannot be put somewhere. */
export type Refusal = 'place' | 'space' | 'top-level tab'

export type Outcome = { layout: Layout; id: string; refused?: undefined } | { refused: Refusal }

export const rootId = 'ROOT_ID'
export const gridId = 'GRID_ID'
export const headerId = 'HEADER_ID'
export const versionKey = 'DASHBOARD_VERSION_KEY'

/** The key in `meta` of the condition under which a component is shown. Superset keeps it and ignores it. */
export const conditionKey = 'chartroom_show_when'

/** The key in `meta` of the type of a component that this version does not know; it is shown as DYNAMIC and saved as it came. */
export const unknownTypeKey = 'chartroom_unknown_type'

export const backgrounds = ['BACKGROUND_TRANSPARENT', 'BACKGROUND_WHITE'] as const
export const headerSizes = ['SMALL_HEADER', 'MEDIUM_HEADER', 'LARGE_HEADER'] as const
