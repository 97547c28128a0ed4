import type { Principal } from '#core/access/principal.ts'
import { rolesOf, userOf } from '#core/access/principal.ts'
import { AppError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { columnLabel } from '#core/query/labels.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { isPlain, renderTemplate } from '#core/sql/template/template.ts'
import { macroNames, type MacroContext, type MacroFacts } from '#core/sql/template/macros.ts'
import { failed, TemplateError } from '#core/sql/template/template-error.ts'
import { strftime } from '#core/format/strftime.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { holidaysOf } from '#core/time/holidays.ts'
import { resolveTimeRange, type TimeRange } from '#core/time/time-range.ts'
import { momentText } from '#core/time/moment.ts'
import { findDatasetColumn } from '#engines/compile/dataset.ts'
import { timeLiteral } from '#engines/compile/write/literals.ts'
import type { Plan, QuerySettings } from '#engines/compile/plan.ts'
import type { Place, Render } from '#engines/compile/scope.ts'
import type { Literal } from '#engines/dialect.ts'
import type { Source } from '../source.ts'

/** Thrown by a macro that needs another dataset, which is then loaded before rendering again. */
class NeedsDataset extends Error {
  readonly id: number
  constructor(id: number) {
    super(`dataset ${id}`)
    this.id = id
  }
}

/** Thrown by a macro that needs the newest partition of the dataset's table. */
class NeedsPartition extends Error {}

/** What templates refer to, as far as it is loaded. */
export type Loaded = {
  datasets: Map<number, OtherDataset | null>
  /** Null where the table has no partition that is known by the value of one column. */
  partition?: string | null
}

export type Loaders = {
  dataset: (id: number) => Promise<OtherDataset | null>
  partition?: () => Promise<string | null>
}

/** Calls `make`, again and again until everything that its templates refer to is loaded. */
export const withLoaded = async <T>(make: () => T | Promise<T>, loaded: Loaded, load: Loaders): Promise<T> => {
  for (;;) {
    try {
      return await make()
    } catch (error) {
      if (error instanceof NeedsDataset) loaded.datasets.set(error.id, await load.dataset(error.id))
      else if (error instanceof NeedsPartition) loaded.partition = (await load.partition?.()) ?? null
      else throw error
    }
  }
}

export type TemplateInput = {
  source: Pick<Source, 'dataset' | 'dialect' | 'templateParams'>
  query: QueryObject
  plan: Plan
  settings: QuerySettings
  principal: Principal
  /** The viewer's row-level conditions as SQL. */
  rules: string[]
  /** Other datasets that macros refer to, null for one that the viewer may not read; and the newest partition of the table. */
  loaded: Readonly<Loaded>
}

export type OtherDataset = {
  /** `render` renders the templates in it. */
  sql(options: { columns: string[] | null; includeMetrics: boolean }, render: (text: string) => string): string
  metrics: Record<string, string>
}

const plainLiteral = (value: string | number | bigint | boolean | null): Literal => {
  if (value === null) return { type: 'null' }
  if (typeof value === 'boolean') return { type: 'boolean', value }
  return typeof value === 'string' ? { type: 'string', value } : { type: 'number', value: String(value) }
}

const timeTypes: [RegExp, 'date' | 'timestamp'][] = [
  [/^date$/i, 'date'],
  [/^(datetime|timestamp)/i, 'timestamp'],
]

const noRange: TimeRange = { since: null, until: null }

/** `from_dttm` and `to_dttm` */
const boundsOf = ({ since, until }: TimeRange): Record<string, string | null> => ({
  from_dttm: since && momentText(since),
  to_dttm: until && momentText(until),
})

/** Renders the SQL of a dataset that a macro stands for, by default in the time range of the statement. */
type Expand = (text: string, range?: TimeRange) => string

const contextOf = (input: TemplateInput, expand: Expand): MacroContext => {
  const { source, query, plan, settings, principal, rules, loaded } = input
  const { dataset, dialect } = source
  const user = userOf(principal)
  const other = (id: number): OtherDataset => {
    const found = loaded.datasets.get(id)
    if (found === undefined) throw new NeedsDataset(id)
    if (found === null) throw failed(`Dataset ${id} not found!`, 'DatasetNotFoundError')
    return found
  }
  return {
    user: user && {
      id: user.id,
      username: user.username,
      email: user.email,
      roles: rolesOf(principal).map((role) => role.name),
      attributes: user.attributes,
    },
    rules: rules.length ? rules : null,
    urlArguments: {},
    urlParams: query.url_params ?? {},
    filters: (query.filters ?? []).flatMap(({ col, op, val }) => (typeof col === 'string' ? [{ col, op, val }] : [])),
    timeRange: query.time_range ?? null,
    literal: (value) => dialect.literal(plainLiteral(value)),
    timeLiteral: (wall, type) => {
      const known = timeTypes.find(([pattern]) => pattern.test(type))?.[1] ?? dialect.columnType(type)
      const literal = timeLiteral({ wall }, known, settings.timezone)
      return literal && (dialect.templateLiteral ?? dialect.literal)(literal)
    },
    strftime,
    bounds: (text) => {
      const { relativeStart = 'today', relativeEnd = 'today' } = settings
      const bounds = resolveTimeRange(text, { now: settings.now, holidays: holidaysOf, relativeStart, relativeEnd })
      return { since: bounds.since?.wall ?? null, until: bounds.until?.wall ?? null }
    },
    columnType: (name) => findDatasetColumn(dataset, name)?.type ?? null,
    dataset: (id, options) => {
      if (typeof id !== 'bigint') throw failed(`Dataset ${String(id)} not found!`, 'DatasetNotFoundError')
      return `(\n${other(Number(id)).sql(options, (text) => expand(text, noRange))}\n) AS ${dialect.quote(`dataset_${id}`)}`
    },
    metric: (name, id) => {
      const metrics = id === null ? Object.fromEntries(dataset.metrics.map((m) => [m.metric_name, m.expression])) : other(id).metrics
      const expression = ownValue(metrics, name)
      if (expression === undefined)
        throw failed(`Metric \`\`${name}\`\` not found in \`\`${dataset.table_name}\`\`.`, 'SupersetTemplateException')
      return expand(expression)
    },
    latestPartition: (table) => {
      // Only of the dataset's own table: the viewer may not be allowed to read others.
      if (dataset.sql !== null || ![dataset.table_name, `${dataset.schema ?? ''}.${dataset.table_name}`].includes(table))
        throw failed(`${table} is not the table of this dataset.`, 'SupersetTemplateException')
      if (loaded.partition === undefined) throw new NeedsPartition()
      if (loaded.partition === null) throw failed(`${table} has no newest partition.`, 'SupersetTemplateException')
      return loaded.partition.replaceAll("'", "''")
    },
    variables: {
      ...source.templateParams,
      columns: plan.columns.map(columnLabel),
      groupby: [],
      metrics: query.metrics ?? [],
      row_limit: plan.rowLimit,
      row_offset: plan.rowOffset,
      time_column: plan.granularity,
      time_grain: plan.extras.time_grain_sqla ?? null,
      table_columns: dataset.columns.map((column) => column.column_name),
      filter: query.filters ?? [],
      ...boundsOf(plan.range),
    },
  }
}

const clauseNames: Partial<Record<Place, string>> = { where: 'WHERE clause', having: 'HAVING clause', predicate: 'fetch values predicate' }

const errorOf = (error: TemplateError, template: string, place: Place): Error => {
  const { kind, message, pythonType, line } = error
  if (kind === 'syntax') {
    return new AppError(
      'GENERIC_COMMAND_ERROR',
      `Jinja2 template error (${pythonType}): ${message}`,
      { status: 422, extra: { template, line, exception_type: pythonType } },
      { cause: error },
    )
  }
  const name = clauseNames[place]
  if (name)
    return new MessageError(400, t('Error in jinja expression in %(clause)s: %(msg)s', { clause: name, msg: message }), { cause: error })
  if (place === 'dataset') {
    return new MessageError(400, t('Error while rendering virtual dataset query: %(msg)s', { msg: message }), { cause: error })
  }
  return new MessageError(400, t('Error in jinja expression: %(msg)s', { msg: message }), { cause: error })
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const storedObject = (text: string | null | undefined): Record<string, unknown> => {
  try {
    return objectOf(JSON.parse(text || '{}'))
  } catch {
    return {}
  }
}

/** Stored template variables: those of the database (`template_params` in its `extra`), overridden by the dataset's own. */
export const templateParamsOf = (own: string | null | undefined, databaseExtra: string | null): Record<string, unknown> => ({
  ...objectOf(storedObject(databaseExtra)['template_params']),
  ...storedObject(own),
})

/** Caches rendered texts by time range. @throws TemplateError for a text that refers to itself */
const renderOnce = (render: (text: string, range: TimeRange) => string): ((text: string, range: TimeRange) => string) => {
  const known = new Map<string, string | null>()
  return (text, range) => {
    const key = JSON.stringify([text, boundsOf(range)])
    const found = known.get(key)
    if (found === null) throw failed(`It refers to itself: ${text}`, 'SupersetTemplateException')
    if (found !== undefined) return found
    known.set(key, null)
    const rendered = render(text, range)
    known.set(key, rendered)
    return rendered
  }
}

/** Of a query's user SQL, each text counted once: reading more would hold up the process. */
const maxSqlCharacters = 250_000

/** Renders each template of a compilation once per time range; `facts` are collected meanwhile. @throws MessageError 400 for too much SQL */
export const createTemplateRenderer = (
  input: TemplateInput,
): { render: Render; facts: MacroFacts; /** The rendered texts. */ texts: ReadonlySet<string> } => {
  let current = input.plan.range
  const { names, facts } = macroNames(contextOf(input, (text, range = current) => rendered(text, range)))
  const rendered = renderOnce((text, range) => renderTemplate(text, [...names, ...Object.entries(boundsOf(range))]))
  const texts = new Set<string>()
  const given = new Set<string>()
  let characters = 0
  const render: Render = (template, place, range) => {
    if (!given.has(template)) characters += template.length
    given.add(template)
    if (characters > maxSqlCharacters)
      throw new MessageError(400, t('The SQL of this query is longer than %(count)s characters.', { count: maxSqlCharacters }))
    if (isPlain(template)) return template
    current = range
    try {
      const text = rendered(template, range)
      texts.add(text)
      return text
    } catch (error) {
      throw error instanceof TemplateError ? errorOf(error, template, place) : error
    }
  }
  return { render, facts, texts }
}
