import type { CollectionItem, FilterItem, TimeSeriesColumn } from './shared/form/collection-items.ts'
import type { ColumnStyles } from './shared/form/column-styles.ts'
import type { FixedOrMetric } from './shared/form/fixed-or-metric.ts'
import type { Spatial, Viewport } from './shared/form/geo.ts'
import type { Currency } from '#core/format/currency.ts'
import type { Translate } from '#core/i18n/t.ts'
import type { AnnotationLayer, FormData, QueryColumn, QueryMetric } from '#core/query/query-object.ts'

export type ChoiceValue = string | number | boolean | null
export type Choice<Value extends ChoiceValue = ChoiceValue> = { value: Value; label: string }

/** What a control may look at when it decides about itself: the form as it is saved, under the wire's names. */
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
    advanced_data_type?: string | null
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

/** What every control says, whatever its type. `Value` is what charts read under its name (read-form.ts). */
type Declared<Type extends string, Name extends string, Value> = {
  /** The wire key (reference/viz-types.md). */
  name: Name
  type: Type
  /** Labels, descriptions and choices are English texts, shown through t. */
  label: string
  /** A small heading above this control. */
  heading?: string
  description?: string
  /** What a form has that does not say otherwise. */
  default?: Value
  /** The same for saved forms, where those without it are older than the control and look as they did. */
  unsaid?: Value
  /** Changing it redraws without a query. */
  renderOnly?: boolean
  required?: boolean
  /** A text when the value is rejected, null when it is fine. */
  validate?: (value: unknown, state: ControlState, t: Translate) => string | null
  visible?: (state: ControlState) => boolean
  /** False: its value stays while it is hidden. Otherwise it goes back to what it starts with. */
  resetOnHide?: false
  /** What a new chart starts with, where that is not the default. */
  initial?: (state: ControlState) => unknown
}

type Clearable = { clearable?: boolean; placeholder?: string }

/** How many fields a new chart starts with where the data has them: a picture of fewer says little. */
type Wanted = { wanted?: number }

type Offered = {
  choices: Choice[] | ((state: ControlState) => Choice[])
  /** Accepts typed values. */
  freeForm?: boolean
}

/** Only columns with this property are offered. */
export type ColumnKind = 'temporal' | 'numeric' | 'any'
type OfferedColumns = { columns?: ColumnKind }

export type Color = { r: number; g: number; b: number; a: number }
export type Bounds = readonly [low: number | null, high: number | null]

/** One rule of a conditional formatting control. */
export type FormatRule = {
  column?: string
  operator?: string
  targetValue?: unknown
  targetValueLeft?: unknown
  targetValueRight?: unknown
  colorScheme?: string
  /** False: every matching value has the full colour. Otherwise it grows with the distance from the bound. */
  useGradient?: boolean
  /** Colours the text instead of the cell. */
  toTextColor?: boolean
  /** Colours all cells of the row. */
  toAllRow?: boolean
  /** A sign before the text. */
  icon?: RuleIcon
}

/** The signs that a rule may put before a value. */
export const ruleIcons = { up: '▲', down: '▼', level: '■', dot: '●' } as const
export type RuleIcon = keyof typeof ruleIcons

/** What the rules of a chart can do beside colouring a cell. */
export type RuleLook = 'gradient' | 'text' | 'row' | 'icon'

export type MetricControl<N extends string = string> = Declared<'metric', N, QueryMetric | null> & Clearable & Wanted
export type MetricsControl<N extends string = string> = Declared<'metrics', N, QueryMetric[]> & Wanted
export type ColumnControl<N extends string = string> = Declared<'column', N, QueryColumn | null> & Clearable & Wanted & OfferedColumns
export type ColumnsControl<N extends string = string> = Declared<'columns', N, QueryColumn[]> & Wanted & OfferedColumns
export type FiltersControl<N extends string = string> = Declared<'filters', N, unknown[]>
type TimeRangeControl<N extends string = string> = Declared<'time-range', N, string | null> & {
  /** A popover by default. */
  opensAs?: 'modal'
}
/** One of the time columns of the dataset; it starts with the main one. */
export type TimeColumnControl<N extends string = string> = Declared<'time-column', N, string | null> & Clearable
export type TimeGrainControl<N extends string = string> = Declared<'time-grain', N, string | null> & Clearable & Offered
export type SelectControl<N extends string = string, V extends ChoiceValue = ChoiceValue> = Declared<'select', N, V> &
  Clearable &
  Offered & {
    /** What values of older forms are called now. */
    formerly?: Readonly<Record<string, V>>
  }
export type SelectManyControl<N extends string = string> = Declared<'select-many', N, string[]> & Pick<Clearable, 'placeholder'> & Offered
export type CheckboxControl<N extends string = string> = Declared<'checkbox', N, boolean>
export type TextControl<N extends string = string> = Declared<'text', N, string> &
  Pick<Clearable, 'placeholder'> & {
    /** A day, as `2024-05-20`; any text otherwise. */
    holds?: 'date'
  }
/** A text that charts read as a number. */
export type NumberTextControl<N extends string = string, V extends number | null = number | null> = Declared<'number-text', N, V> &
  Pick<Clearable, 'placeholder'>
export type CodeLanguage = 'handlebars' | 'html' | 'javascript' | 'json' | 'markdown' | 'sql'
/** Several lines of text. With a language it is a code editor, which also opens in a dialog. */
export type TextAreaControl<N extends string = string> = Declared<'text-area', N, string> &
  Pick<Clearable, 'placeholder'> & { language?: CodeLanguage }
export type NumberControl<N extends string = string> = Declared<'number', N, number> &
  Pick<Clearable, 'placeholder'> & { min?: number; max?: number; step?: number }
export type SliderControl<N extends string = string> = Declared<'slider', N, number> & { min?: number; max?: number; step?: number }
export type BoundsControl<N extends string = string> = Declared<'bounds', N, Bounds>
export type ColorControl<N extends string = string> = Declared<'color', N, Color | null>
export type ColorSchemeControl<N extends string = string> = Declared<'color-scheme', N, string | null>
export type SequentialSchemeControl<N extends string = string> = Declared<'sequential-scheme', N, string | null>
type SortByControl<N extends string = string> = Declared<'sort-by', N, unknown[]> & Pick<Clearable, 'placeholder'>
export type ColumnConfigControl<N extends string = string> = Declared<'column-config', N, ColumnStyles> & {
  /** What is set by name: the look of a table's columns, or the end of the scale of each metric. */
  sets?: 'look' | 'maximum'
}
export type ConditionalFormattingControl<N extends string = string> = Declared<'conditional-formatting', N, FormatRule[]> & {
  looks?: readonly RuleLook[]
}
export type AnnotationLayersControl<N extends string = string> = Declared<'annotation-layers', N, AnnotationLayer[]>
/** A type that few charts use: its controls bring their reader, so that other charts need not load it. */
type ReadsItself<Value> = { read: (value: unknown) => Value | undefined }

/** Choices that are loaded from an endpoint of the API: by default the `result` of its answer. */
export type AsyncSelectControl<N extends string = string> = Declared<'async-select', N, ChoiceValue[]> &
  ReadsItself<ChoiceValue[]> &
  Clearable & {
    endpoint: string
    multiple?: boolean
    readChoices?: (answer: unknown) => Choice[]
  }
/** A number, or a metric that says it for each mark. */
export type FixedOrMetricControl<N extends string = string> = Declared<'fixed-or-metric', N, FixedOrMetric | null> &
  ReadsItself<FixedOrMetric>
export type SpatialControl<N extends string = string> = Declared<'spatial', N, Spatial | null> & ReadsItself<Spatial>
export type ViewportControl<N extends string = string> = Declared<'viewport', N, Viewport> & ReadsItself<Viewport>
export type TimeSeriesColumnControl<N extends string = string> = Declared<'time-series-column', N, TimeSeriesColumn> &
  ReadsItself<TimeSeriesColumn>
export type FilterItemControl<N extends string = string> = Declared<'filter-item', N, FilterItem> & ReadsItself<FilterItem>
/** A list whose items all have the control `item`. */
export type CollectionControl<N extends string = string> = Declared<'collection', N, CollectionItem[]> &
  ReadsItself<CollectionItem[]> & { item: TimeSeriesColumnControl | FilterItemControl }
export type CurrencyControl<N extends string = string> = Declared<'currency', N, Currency | null>
/** Travels with the form, without an input. */
export type HiddenControl<N extends string = string> = Declared<'hidden', N, unknown>

/** One control, declared: a union told apart by `type`. */
export type Control =
  | MetricControl
  | MetricsControl
  | ColumnControl
  | ColumnsControl
  | FiltersControl
  | TimeRangeControl
  | TimeColumnControl
  | TimeGrainControl
  | SelectControl
  | SelectManyControl
  | CheckboxControl
  | TextControl
  | NumberTextControl
  | TextAreaControl
  | NumberControl
  | SliderControl
  | BoundsControl
  | ColorControl
  | ColorSchemeControl
  | SequentialSchemeControl
  | SortByControl
  | ColumnConfigControl
  | ConditionalFormattingControl
  | AnnotationLayersControl
  | CurrencyControl
  | AsyncSelectControl
  | FixedOrMetricControl
  | SpatialControl
  | ViewportControl
  | TimeSeriesColumnControl
  | FilterItemControl
  | CollectionControl
  | HiddenControl

export type ControlType = Control['type']
export type ControlOf<Type extends ControlType> = Extract<Control, { type: Type }>

export type Section<C extends Control = Control> = {
  label: string
  tab: 'data' | 'customize'
  /** Open at first; remembered per person. */
  open?: boolean
  /** A row may hold several controls side by side. */
  rows: C[][]
  visible?: (state: ControlState) => boolean
}

export const takesMetrics = (control: Control): control is MetricControl | MetricsControl =>
  control.type === 'metric' || control.type === 'metrics'

export const takesColumns = (control: Control): control is ColumnControl | ColumnsControl =>
  control.type === 'column' || control.type === 'columns'
