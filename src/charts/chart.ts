import type { EChartsOption } from 'echarts'
import type { ThemeName } from '#core/theme/tokens.ts'
import type { ColorOf } from '#core/color/assign.ts'
import type { LabelColors, LabelGroup } from '#core/color/label-colors.ts'
import type { Currency } from '#core/format/currency.ts'
import type { MarkFilter } from '#core/query/drill/mark-filter.ts'
import type { FilterClause, FormData, QueryObject } from '#core/query/query-object.ts'
import type { Translate } from '#core/i18n/t.ts'
import type { Table } from '#core/table.ts'
import type { writtenReaders } from './shared/time-series/written.ts'
import type { Section, SelectControl } from './control.ts'

export type Behavior = 'INTERACTIVE_CHART' | 'DRILL_TO_DETAIL' | 'DRILL_BY'

/** What a picture takes its labels' colours from. */
export type ColorUse = Omit<LabelGroup, 'labels'> & { colorOf: ColorOf }

/** What a picture has no place for: values of zero or less on a logarithmic axis, parts of a whole below zero. */
export type LeftOut = 'notPositive' | 'negativeParts'

/** How many values of each kind. */
export type LeftOutCounts = Partial<Record<LeftOut, number>>

export type WrittenReaders = typeof writtenReaders

/** What a picture is drawn with. Width and height in CSS px; colours come from the theme alone. */
export type DrawContext = {
  theme: ThemeName
  width: number
  height: number
  t: Translate
  /** A small picture without axes for lists. */
  thumbnail?: boolean
  /** A picture in the place of a table that scrolls: what has no room is cut off at its edges. */
  scrolls?: boolean
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
  /** The columns of what it holds, where they are known: the same label in another column is not meant. */
  selectedColumns?: readonly string[]
  /** Labels that have a colour already, on this page or by the dashboard's author. */
  labelColors?: LabelColors
  /** Called with the colours that the picture uses; their labels are complete once it is drawn. */
  onColors?: (use: ColorUse) => void
  /** Called with how many values the picture leaves out. */
  onLeftOut?: (kind: LeftOut, count: number) => void
  annotationData?: Record<string, unknown>
  /** Annotation layers, options and ramps that a form may name; where it is missing, these are left out. */
  written?: WrittenReaders
  /** Part of a time axis that a person looks at more closely, epoch ms; a chart without such an axis takes no notice. */
  timeSpan?: readonly [from: number, to: number]
  /** Measures text in px; the server brings one from font metrics, the browser from canvas. */
  measure: (text: string, size: number, weight?: number) => number
}

/** What a sentence about a chart is written with. */
export type SentenceContext = Pick<DrawContext, 't' | 'verboseNames' | 'timeColumns'>

/** A value or series that a person pointed at: what a cross-filter or a drill is made of. */
export type Selection = { filters: MarkFilter[]; label: string }

/** What ECharts reports of a click: `seriesId` is the column that a series was drawn from. */
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
export type OwnState = { currentPage?: number; pageSize?: number }

export type QueryOptions = {
  ownState?: OwnState
  /** Filters of the query before: where they changed, a paged table starts again at its first page. */
  previousFilters?: FilterClause[]
}

type Category = 'Evolution' | 'Part of a Whole' | 'Ranking' | 'KPI' | 'Table' | 'Correlation' | 'Distribution' | 'Flow' | 'Map' | 'Other'

/** The picture that stands for a type of chart; without one, that of its category. */
export type ChartIcon =
  | 'area'
  | 'bars'
  | 'bubbles'
  | 'candles'
  | 'combined'
  | 'dial'
  | 'funnel'
  | 'grid'
  | 'pivot'
  | 'points'
  | 'rectangles'
  | 'shapes'
  | 'spline'
  | 'steps'
  | 'trend'
  | 'waterfall'
  | 'web'

/** A series of ECharts. */
export type SeriesType = 'bar' | 'boxplot' | 'funnel' | 'gauge' | 'heatmap' | 'line' | 'pie' | 'radar' | 'scatter' | 'treemap'

/** The short word of a tile in explore. */
type Tile = { word: string }

/** A tile that is always there, at its place from the left; `tile.ts` beside the chart, so that the tiles are drawn before any chart is loaded. */
export type QuickTile = Tile & { place: number; name: string; category: Category; icon?: ChartIcon }

/**
 * A chart as the browser and the server use it, made by `defineChart`. Its functions take a form as it is saved and are pure: both
 * draw the same picture, and the server can run any saved chart from its form data alone.
 */
export type Chart = {
  viz_type: string
  name: string
  description: string
  category: Category
  tags: string[]
  behaviors: Behavior[]
  icon?: ChartIcon
  /** What its option mostly draws, unless the form says: pages load the code for it while the data is on its way. */
  series?: SeriesType
  /** A new chart of more categories than `above` shows the `rows` largest. */
  categoryLimit?: { above: number; rows: number }
  /** Its tile in explore says another word than its name. */
  tile?: Tile
  /** Its place in the gallery; charts without one follow by name. */
  galleryPlace?: number
  /** A mark beside its name in the gallery, and what it means. */
  badge?: { label: string; explanation: string }
  /** Still drawn, but no longer offered for new charts. */
  isDeprecated?: boolean
  /** How it is placed in a card of a dashboard: a table runs to the card's edges, a figure keeps its height on a phone. */
  card?: 'table' | 'figure'
  controls: Section[]
  /** Controls above the picture, by which readers draw it in another way; nothing is stored. */
  pictureControls?(form: FormData): SelectControl[]
  buildQuery(form: FormData, options?: QueryOptions): QueryObject[]
  /** An ECharts option. A chart has this or `svg`, or a component with a still picture. */
  option?(tables: Table[], form: FormData, context: DrawContext): EChartsOption
  /** A complete `<svg>` element as text. */
  svg?(tables: Table[], form: FormData, context: DrawContext): string
  /** One sentence about what is drawn: "Average price per month, by symbol". */
  sentence(form: FormData, context: SentenceContext): string
  /** What clicking an item of the option (`params` of an ECharts event) selects. */
  selection?(params: ClickedItem, tables: Table[], form: FormData): Selection | null
  /** What an item stands for when its rows are looked at, where that is more than it selects: also its point of a time axis. */
  markFilters?(params: ClickedItem, tables: Table[], form: FormData): MarkFilter[]
}
