import type { EChartsOption } from 'echarts'
import type { ThemeName } from '#core/theme/tokens.ts'
import type { ColorOf } from '#core/color/assign.ts'
import type { LabelColors, LabelGroup } from '#core/color/label-colors.ts'
import type { Currency } from '#core/format/currency.ts'
import type { FilterClause, FormData, QueryObject } from '#core/query/query-object.ts'
import type { Translate } from '#core/i18n/t.ts'
import type { Table } from '#core/table.ts'

/** What kind of input a control is: one file each in `web/controls/`. */
export type ControlType =
  | 'metric'
  | 'metrics'
  | 'column'
  | 'columns'
  | 'filters'
  | 'time-range'
  | 'time-grain'
  | 'select'
  | 'select-many'
  | 'checkbox'
  | 'text'
  | 'text-area'
  | 'number'
  | 'slider'
  | 'bounds'
  | 'color'
  | 'color-scheme'
  | 'sequential-scheme'
  | 'sort-by'
  | 'column-config'
  | 'conditional-formatting'
  | 'annotation-layers'
  | 'currency'
  | 'hidden'

export type Choice = { value: string | number | boolean | null; label: string }

/** What a control may look at when it decides about itself. */
export type ControlState = { form: FormData; dataset: DatasetFacts | null }

export type DatasetFacts = {
  id: number
  columns: {
    column_name: string
    verbose_name?: string | null
    type?: string | null
    type_generic?: number | null
    is_dttm: boolean
    groupby?: boolean
    filterable?: boolean
    expression?: string | null
    description?: string | null
  }[]
  metrics: {
    metric_name: string
    verbose_name?: string | null
    expression: string
    d3format?: string | null
    currency?: unknown
    description?: string | null
    warning_text?: string | null
  }[]
  main_dttm_col: string | null
  time_grain_sqla?: [string | null, string][]
}

/** One control, declared; the wire key is its `name` (reference/viz-types.md). */
export type Control = {
  name: string
  type: ControlType
  /** Labels, descriptions and choices are English texts, shown through t. */
  label: string
  /** A small heading above this control. */
  heading?: string
  description?: string
  default?: unknown
  choices?: Choice[] | ((state: ControlState) => Choice[])
  /** Accepts values typed by the person. */
  freeForm?: boolean
  clearable?: boolean
  /** Only columns with this property are offered. */
  columns?: 'temporal' | 'numeric' | 'any'
  min?: number
  max?: number
  step?: number
  placeholder?: string
  /** Changing it redraws without a query. */
  renderOnly?: boolean
  required?: boolean
  /** How many fields a new chart starts with where the data has them: a picture of fewer says little. */
  wanted?: number
  /** A text when the value is refused, null when it is fine. */
  validate?: (value: unknown, state: ControlState, t: Translate) => string | null
  visible?: (state: ControlState) => boolean
  initial?: (state: ControlState) => unknown
}

export type Section = {
  label: string
  tab: 'data' | 'customize'
  /** Open at first; remembered per person. */
  open?: boolean
  /** A row may hold several controls side by side. */
  rows: Control[][]
  visible?: (state: ControlState) => boolean
}

export type Behavior = 'INTERACTIVE_CHART' | 'DRILL_TO_DETAIL' | 'DRILL_BY'

/** What a picture takes its labels' colours from. */
export type ColorUse = Omit<LabelGroup, 'labels'> & { colorOf: ColorOf }

/** What a picture is drawn with. Width and height in CSS px; colours come from the theme alone. */
export type DrawContext = {
  theme: ThemeName
  width: number
  height: number
  t: Translate
  /** A small picture without axes for lists. */
  thumbnail?: boolean
  /** First drawing animates, a refresh does not. */
  animate?: boolean
  /** Column and metric verbose names. */
  verboseNames?: Record<string, string>
  /** Columns of times, where the dataset is known: a grain says nothing about others. */
  timeColumns?: readonly string[]
  /** Saved formats of metrics and columns: label → d3 format. */
  formats?: Record<string, string>
  /** Saved currencies of metrics: label → currency. */
  currencies?: Record<string, Currency>
  /** Labels that a cross-filter of this chart holds: everything else fades. */
  selected?: readonly string[]
  /** Labels that have a colour already, on this page or by the dashboard's author. */
  labelColors?: LabelColors
  /** Told of the colours that the picture uses; their labels are complete once it is drawn. */
  onColors?: (use: ColorUse) => void
  annotationData?: Record<string, unknown>
  /** Part of a time axis that a person looks at more closely, epoch ms; a chart without such an axis takes no notice. */
  timeSpan?: readonly [from: number, to: number]
  /** Measures text in px; the server brings one from font metrics, the browser from canvas. */
  measure: (text: string, size: number, weight?: number) => number
}

/** A value or series that a person pointed at: what a cross-filter or a drill is made of. */
export type Selection = {
  filters: { col: string; op: '==' | 'IN' | 'TEMPORAL_RANGE'; val: unknown; formattedVal?: string; grain?: string }[]
  label: string
}

/** What ECharts tells of a click: `seriesId` is the column that a series was drawn from. */
export type ClickedItem = {
  name?: string
  seriesId?: string
  seriesName?: string
  value?: unknown
  data?: unknown
  dataIndex?: number
  /** Whose words the picture was drawn in: names hold times and numbers. */
  t?: Translate
}

/** What a person's reading of this chart asks of the query: page and size of a paged table. */
export type OwnState = { currentPage?: number; pageSize?: number; searchText?: string }

export type QueryOptions = {
  ownState?: OwnState
  /** Filters of the query before: where they changed, a paged table starts again at its first page. */
  previousFilters?: FilterClause[]
}

/**
 * A chart as one plain object. `buildQuery`, `option` and `svg` are pure: the browser and the server draw the same picture,
 * and the server can run any saved chart from its form data alone.
 */
export type Chart = {
  viz_type: string
  name: string
  description: string
  category: 'Evolution' | 'Part of a Whole' | 'Ranking' | 'KPI' | 'Table' | 'Correlation' | 'Distribution' | 'Flow' | 'Map' | 'Other'
  tags: string[]
  behaviors: Behavior[]
  /** Quick tile in explore: its place, from the left. */
  tile?: number
  controls: Section[]
  buildQuery(form: FormData, options?: QueryOptions): QueryObject[]
  /** An ECharts option; a chart has this or `svg`. */
  option?(tables: Table[], form: FormData, context: DrawContext): EChartsOption
  /** A complete `<svg>` element as text. */
  svg?(tables: Table[], form: FormData, context: DrawContext): string
  /** One sentence about what is drawn: "Average price per month, by symbol". */
  sentence(form: FormData, context: Pick<DrawContext, 't' | 'verboseNames' | 'timeColumns'>): string
  /** What clicking an item of the option (`params` of an ECharts event) selects. */
  selection?(params: ClickedItem, tables: Table[], form: FormData): Selection | null
  /** Chart types whose form data carries over when switching keep shared keys; these are renamed: own key → other chart's key. */
  renames?: Record<string, string>
}
