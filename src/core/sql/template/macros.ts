import type { Attributes } from '../../access/principal.ts'
import { argument, type Filter } from './filters/filter.ts'
import { failed } from './template-error.ts'
import { Callable, Fields, isNumber, iterate, text, toPlain, toValue, truth, typeName, type Arguments, type Value } from './values/value.ts'

export type TemplateFilter = { op: string; col: string; val: unknown }

/** The ends of a time range as epoch milliseconds of a wall clock. */
export type Bounds = { since: number | null; until: number | null }

/** What the macros of a template know. Whatever can change the text without being part of the query is recorded as a cache key. */
export type MacroContext = {
  user: { id: number; username: string; email: string | null; roles: string[]; attributes: Attributes } | null
  /** Row-level rules of the user as SQL; null when there are none. */
  rules: string[] | null
  /** Parameters of the page's address. */
  urlArguments: Record<string, string>
  urlParams: Record<string, string>
  filters: TemplateFilter[]
  timeRange: string | null
  /** A text, number, boolean or null as a literal of the engine. */
  literal(value: string | number | bigint | boolean | null): string
  /** A time as the engine writes one of the type; null for a type that is no time. */
  timeLiteral(wall: number, type: string): string | null
  strftime(wall: number, format: string): string
  bounds(timeRange: string): Bounds
  /** Type of a column of the dataset, as the engine names it. */
  columnType(column: string): string | null
  /** SQL of another dataset; throws what the caller waits for when it is not known yet. */
  dataset(id: Value, options: { columns: string[] | null; includeMetrics: boolean }): string
  metric(name: string, datasetId: number | null): string
  /** The value by which the newest partition of the dataset's table is known; throws what the caller waits for while it is not. */
  latestPartition(table: string): string
  /** `from_dttm`, `columns`, parameters of the database and dataset, … */
  variables: Record<string, unknown>
}

/** The facts collected while rendering. */
export type MacroFacts = { cacheKeys: unknown[]; removedFilters: string[]; appliedFilters: string[] }

const add = <T>(list: T[], item: T): void => {
  if (!list.includes(item)) list.push(item)
}

const whereIn =
  (context: MacroContext): Filter =>
  (value, given) => {
    const shown = iterate(value).map((member) => {
      if (member !== null && typeof member !== 'string' && !isNumber(member))
        throw failed(`Object of type ${typeName(member)} has no literal`)
      return context.literal(member)
    })
    if (!shown.length && truth(argument(given, 1, 'default_to_none', false))) return null
    const mark = truth(argument(given, 0, 'mark'))
      ? '\n-- WARNING: the `mark` parameter was removed from the `where_in` macro for security reasons\n'
      : ''
    return `(${shown.join(', ')})${mark}`
  }

const getFilters = (
  context: MacroContext,
  facts: MacroFacts,
  { column, remove }: { column: string; remove: boolean },
): TemplateFilter[] => {
  const found = context.filters.filter(({ op, col, val }) => col === column && (isGiven(val) || /^IS( NOT)? NULL$/i.test(op)))
  if (found.length && remove) add(facts.removedFilters, column)
  if (found.length) add(facts.appliedFilters, column)
  return found.map(({ op, col, val }) => {
    const operator = op.toUpperCase()
    const isList = operator === 'IN' || operator === 'NOT IN'
    return { op: operator, col, val: isList && !Array.isArray(val) ? [val] : val }
  })
}

const isGiven = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value))

const filterValues = (context: MacroContext, facts: MacroFacts, given: Arguments): Value => {
  const column = text(argument(given, 0, 'column'))
  const found = getFilters(context, facts, { column, remove: truth(argument(given, 2, 'remove_filter', false)) })
  const values = found.flatMap(({ val }) => (Array.isArray(val) ? (val as unknown[]) : val ? [val] : []))
  const fallback = argument(given, 1, 'default')
  return values.length || !truth(fallback) ? toValue(values) : [fallback]
}

const timeFilter = (context: MacroContext, facts: MacroFacts, given: Arguments): Value => {
  const column = argument(given, 0, 'column')
  const fallback = argument(given, 1, 'default')
  const format = argument(given, 3, 'strftime')
  let type = argument(given, 2, 'target_type')
  let timeRange: Value = context.timeRange
  const own = context.filters.find(({ op, col }) => op.toUpperCase() === 'TEMPORAL_RANGE' && col === column)
  if (own && typeof column === 'string') {
    if (truth(argument(given, 4, 'remove_filter', false))) add(facts.removedFilters, column)
    add(facts.appliedFilters, column)
    timeRange = String(own.val)
    type ??= context.columnType(column)
  }
  if (!timeRange || (timeRange === 'No filter' && truth(fallback))) timeRange = truth(fallback) ? fallback : 'No filter'
  const { since, until } = context.bounds(text(timeRange))
  const shown = (wall: number | null) => {
    if (wall === null) return null
    return format === null ? context.timeLiteral(wall, type === null ? '' : text(type)) : context.strftime(wall, text(format))
  }
  return new Fields('TimeFilter', [
    ['from_expr', shown(since)],
    ['to_expr', shown(until)],
    ['time_range', timeRange],
  ])
}

const urlParam = (context: MacroContext, keep: (value: Value) => void, given: Arguments): Value => {
  const name = text(argument(given, 0, 'param'))
  const fromAddress = context.urlArguments[name]
  if (fromAddress) return fromAddress
  const found = context.urlParams[name]
  const value = found === undefined ? argument(given, 1, 'default') : found
  const escaped =
    typeof value === 'string' && value && truth(argument(given, 3, 'escape_result', true)) ? value.replaceAll("'", "''") : value
  if (truth(argument(given, 2, 'add_to_cache_keys', true))) keep(escaped)
  return escaped
}

/** `presto.latest_partition('schema.table')`; charts of Superset name it by their engine. */
const partitionMacros = (context: MacroContext): [string, Value][] => {
  const latest = new Callable('latest_partition', (given) => context.latestPartition(text(argument(given, 0, 'table_name'))))
  return ['presto', 'hive', 'trino'].map((name) => [name, new Fields(name, [['latest_partition', latest]])])
}

/** The values of an attribute of the person, for `| where_in`. */
const userAttributes = ({ user }: MacroContext, keep: (value: Value) => void, given: Arguments): Value[] => {
  const name = text(argument(given, 0, 'name'))
  const own = user && Object.hasOwn(user.attributes, name) ? user.attributes[name] : undefined
  const values = own === undefined ? [] : [own].flat()
  keep([name, ...values])
  return values
}

/** The one value of an attribute, escaped for use between quotes; for a person without it the default, or null. */
const userAttribute = (context: MacroContext, keep: (value: Value) => void, given: Arguments): Value => {
  const [value, second] = userAttributes(context, keep, given)
  if (second !== undefined) throw failed(`The attribute ${text(argument(given, 0, 'name'))} has several values`)
  if (typeof value !== 'string') return argument(given, 1, 'default')
  const literal = context.literal(value)
  return /^'.*'$/s.test(literal) ? literal.slice(1, -1) : value.replaceAll("'", "''")
}

/** The names that a template of Superset may use, and the facts that fill up while it is rendered. */
export const macroNames = (context: MacroContext): { names: [string, Value][]; facts: MacroFacts } => {
  const facts: MacroFacts = { cacheKeys: [], removedFilters: [], appliedFilters: [] }
  const keep = (value: Value): void => add(facts.cacheKeys, toPlain(value))
  const macro = (name: string, call: (given: Arguments) => Value): [string, Value] => [name, new Callable(name, call)]
  const aboutUser = (name: string, of: (user: NonNullable<MacroContext['user']>) => Value, key = of): [string, Value] =>
    macro(name, (given) => {
      if (!context.user || of(context.user) === null) return null
      if (truth(argument(given, 0, 'add_to_cache_keys', true))) keep(key(context.user))
      return of(context.user)
    })
  const columnsOf = (given: Arguments): string[] | null => {
    const columns = argument(given, 2, 'columns')
    return columns === null ? null : iterate(columns).map(text)
  }
  return {
    facts,
    names: [
      ...Object.entries(context.variables).map(([name, value]): [string, Value] => [name, toValue(value)]),
      aboutUser('current_user_id', (user) => BigInt(user.id)),
      aboutUser('current_username', (user) => user.username),
      aboutUser('current_user_email', (user) => user.email),
      aboutUser(
        'current_user_roles',
        (user) => user.roles,
        (user) => `[${user.roles.map((role) => JSON.stringify(role)).join(', ')}]`,
      ),
      macro('current_user_attribute', (given) => userAttribute(context, keep, given)),
      macro('current_user_attributes', (given) => userAttributes(context, keep, given)),
      macro('current_user_rls_rules', () => {
        if (!context.rules) return null
        keep(JSON.stringify(context.rules))
        return context.rules
      }),
      macro('cache_key_wrapper', (given) => {
        const value = argument(given, 0, 'key')
        keep(value)
        return value
      }),
      macro('url_param', (given) => urlParam(context, keep, given)),
      macro('filter_values', (given) => filterValues(context, facts, given)),
      macro('get_filters', (given) =>
        toValue(
          getFilters(context, facts, {
            column: text(argument(given, 0, 'column')),
            remove: truth(argument(given, 1, 'remove_filter', false)),
          }),
        ),
      ),
      macro('get_time_filter', (given) => timeFilter(context, facts, given)),
      macro('dataset', (given) =>
        context.dataset(argument(given, 0, 'dataset_id'), {
          includeMetrics: truth(argument(given, 1, 'include_metrics', false)),
          columns: columnsOf(given),
        }),
      ),
      macro('metric', (given) => {
        const id = argument(given, 1, 'dataset_id')
        return context.metric(text(argument(given, 0, 'metric_key')), id === null ? null : Number(id))
      }),
      ...partitionMacros(context),
      macro('| where_in', ({ positional: [value = null, ...positional], named }) =>
        whereIn(context)(value, { positional, named }, noBudget),
      ),
    ],
  }
}

const noBudget = { step: () => {}, text: () => {} } as unknown as Parameters<Filter>[2]
