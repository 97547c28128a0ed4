import { z } from 'zod'
import { isObject } from '#core/query/read.ts'
import {
  datasourceTypes,
  filterOperators,
  resultFormats,
  resultTypes,
  type AnnotationLayer,
  type DatasourceRef,
  type FilterOperator,
  type QueryColumn,
  type QueryContext,
  type QueryMetric,
} from '#core/query/query-object.ts'
import { grains } from '#core/time/grain.ts'
import { body, complaint, flag, integer, invalidType, list, mapping, oneOf, text, word } from './declare/field.ts'

/**
 * The body of POST /api/v1/chart/data with the refusals of the wire (reference/query-object.md §1, §2). Values that only the compiler
 * understands stay as they came: columns, metrics, filter values, options of operations.
 */
const missing = 'Missing data for required field.'
const nullText = 'Field may not be null.'

const anything = <T = unknown>() =>
  z.custom<T>((value) => value !== undefined && value !== null, { error: ({ input }) => (input === null ? nullText : missing) })
const truncated = () => z.preprocess((value: number) => (typeof value === 'number' ? Math.trunc(value) : value), integer())
const atLeastZero = (name: string) => truncated().refine((value) => value >= 0, { error: `\`${name}\` must be greater than or equal to 0` })

const wordOf = <const T extends string>(...words: T[]) =>
  z.preprocess((value: string) => (typeof value === 'string' ? value.toUpperCase() : value), word(...words))

/** A part of the body: its faults are reported under its fields, a value of another type under `_schema`. */
const partFault = (issue: { code?: string; input?: unknown }) => (issue.code === 'invalid_type' ? complaint(invalidType)(issue) : undefined)

const part = <T extends z.ZodRawShape>(shape: T) => z.object(shape, { error: partFault })

export const filterClause = part({
  col: anything<QueryColumn>(),
  op: wordOf(...(filterOperators as unknown as [FilterOperator, ...FilterOperator[]])),
  val: z.unknown().optional(),
  grain: text().optional(),
  isExtra: flag().optional(),
})

/** Grains that have a second name are offered under the first. */
const grainChoices = grains.filter((grain) => grain !== 'PT0.5H' && grain !== 'P0.25Y')

export const extras = z.strictObject(
  {
    relative_start: word('today', 'now').optional(),
    relative_end: word('today', 'now').optional(),
    where: text().optional(),
    having: text().optional(),
    time_grain_sqla: word(...grainChoices).nullish(),
    instant_time_comparison_range: text().nullish(),
    column_order: list(text()).nullish(),
    transpile_to_dialect: flag().nullish(),
  },
  { error: partFault },
)

const operations = [
  'aggregate',
  'boxplot',
  'compare',
  'contribution',
  'cum',
  'diff',
  'escape_separator',
  'flatten',
  'geodetic_parse',
  'geohash_decode',
  'geohash_encode',
  'histogram',
  'pivot',
  'prophet',
  'rank',
  'rename',
  'resample',
  'rolling',
  'select',
  'sort',
  'unescape_separator',
] as const

const operation = part({ operation: word(...operations), options: mapping().optional() })

const anyFlag = flag()

/** As in Python, an empty list or object is falsy. */
const isEmpty = (value: unknown) => !value || (typeof value === 'object' && Object.keys(value).length === 0)

const ordering = z.custom<[QueryColumn | QueryMetric, boolean]>().superRefine((value, context) => {
  const refuse = (message: string, ...path: number[]) => context.addIssue({ code: 'custom', message, path })
  if (!Array.isArray(value)) return refuse(value === null ? nullText : 'Not a valid tuple.')
  if (value.length !== 2) return refuse('Length must be 2.')
  const [column, ascending] = value as [unknown, unknown]
  if (column === null) refuse(nullText, 0)
  else if (isEmpty(column)) refuse('orderby column must be populated', 0)
  if (ascending === null) refuse(nullText, 1)
  else if (!anyFlag.safeParse(ascending).success) refuse('Not a valid boolean.', 1)
})

const override = new Set(['granularity', 'time_grain_sqla', 'time_range', 'time_shift'])

const overrides = mapping().superRefine((value, context) => {
  for (const key of Object.keys(value)) {
    if (!override.has(key))
      context.addIssue({ code: 'custom', message: `Must be one of: ${[...override].join(', ')}.`, path: [key, 'key'] })
  }
})

const width = z.unknown().superRefine((value, context) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', message })
  if (value === null) return refuse(nullText)
  const wide = typeof value === 'string' && value.trim() ? Number(value) : value
  if (typeof wide !== 'number' || !Number.isFinite(wide)) return refuse('Not a valid number.')
  if (wide < 0) refuse('`width` must be greater or equal to 0')
})

export const annotationLayer: z.ZodType<AnnotationLayer, AnnotationLayer> = z.strictObject(
  {
    name: text(),
    annotationType: word('FORMULA', 'INTERVAL', 'EVENT', 'TIME_SERIES'),
    sourceType: word('', 'line', 'NATIVE', 'table').optional(),
    show: flag(),
    showMarkers: flag(),
    showLabel: flag().nullish(),
    hideLine: flag().nullish(),
    value: anything(),
    overrides: overrides.nullish(),
    titleColumn: text().nullish(),
    timeColumn: text().nullish(),
    intervalEndColumn: text().nullish(),
    descriptionColumns: list(text()).optional(),
    color: text().nullish(),
    opacity: word('', 'opacityLow', 'opacityMedium', 'opacityHigh').nullish(),
    style: word('dashed', 'dotted', 'solid', 'longDashed').optional(),
    width: width.optional(),
  },
  { error: partFault },
)

const datasourceType = word(...datasourceTypes)

const wholeNumber = integer()
const anyUuid = z.uuid()

const datasource = z.custom<DatasourceRef>().superRefine((value: unknown, context) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', message })
  if (value === undefined) return refuse(missing)
  if (value === null) return refuse(nullText)
  if (!isObject(value)) return refuse(invalidType)
  const { id, type } = value
  const refuseField = (path: string, ...texts: unknown[]) =>
    context.addIssue({ code: 'custom', message: missing, path: [path], ...(texts.length && { params: { texts } }) })
  if (id === undefined) refuseField('id')
  else if (id === null) refuseField('id', nullText)
  else if (!wholeNumber.safeParse(id).success && !anyUuid.safeParse(id).success)
    refuseField('id', ['Not a valid integer.'], ['Not a valid UUID.'])
  const typed = datasourceType.safeParse(type)
  if (type !== undefined && !typed.success) refuseField('type', ...typed.error.issues.map(({ message }) => message))
})

const urlParams = mapping<string>().superRefine((value, context) => {
  for (const [key, item] of Object.entries(value)) {
    if (typeof item !== 'string') context.addIssue({ code: 'custom', message: 'Not a valid string.', path: [key, 'value'] })
  }
})

const queryBody = part({
  datasource: datasource.nullish(),
  result_type: oneOf(...resultTypes).nullish(),
  annotation_layers: list(annotationLayer).nullish(),
  applied_time_extras: mapping<string>().nullish(),
  apply_fetch_values_predicate: flag().nullish(),
  filters: list(filterClause).nullish(),
  granularity: text().nullish(),
  granularity_sqla: text().nullish(),
  groupby: list(anything<QueryColumn>()).nullish(),
  columns: list(anything<QueryColumn>()).nullish(),
  metrics: list(anything<QueryMetric>()).nullish(),
  post_processing: list(operation.nullable()).nullish(),
  time_range: text().nullish(),
  time_shift: text().nullish(),
  is_timeseries: flag().nullish(),
  series_columns: list(anything<QueryColumn>()).nullish(),
  series_limit: truncated().nullish(),
  series_limit_metric: z.custom<QueryMetric | null>().optional(),
  group_others_when_limit_reached: flag().nullish(),
  row_limit: atLeastZero('row_limit').nullish(),
  row_offset: atLeastZero('row_offset').nullish(),
  order_desc: flag().nullish(),
  extras: extras.nullish(),
  orderby: list(ordering).nullish(),
  where: text().nullish(),
  having: text().nullish(),
  timeseries_limit: truncated().nullish(),
  timeseries_limit_metric: z.custom<QueryMetric | null>().optional(),
  url_params: urlParams.nullish(),
  is_rowcount: flag().nullish(),
  time_offsets: list(text()).nullish(),
})

/** What it takes is typed as the clients of ours build it. */
export const chartDataBody: z.ZodType<QueryContext, QueryContext> = body({
  datasource,
  queries: list(queryBody),
  custom_cache_timeout: truncated().nullish(),
  force: flag().nullish(),
  result_type: oneOf(...resultTypes).optional(),
  result_format: oneOf(...resultFormats).optional(),
  form_data: z.unknown().optional(),
})
