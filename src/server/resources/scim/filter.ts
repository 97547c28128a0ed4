import { sql, type RawBuilder } from 'kysely'
import { parse, type Filter } from 'scim2-parse-filter'
import { isPostgres } from '../../db/dialect.ts'
import type { Db } from '../../db/open.ts'
import { allOf, anyOf, type Condition } from '../../list/filters.ts'
import type { ResourceKind } from './schemas.ts'
import { scimError } from '../../http/errors/scim-error.ts'

type Value = RawBuilder<unknown>

/** An attribute that lists can be filtered by: its type, and the condition that one of its values meets a test. */
export type Filterable = { type: 'text' | 'exact' | 'boolean' | 'time'; where: (test: (value: Value) => Condition) => Condition }

export const single = (type: Filterable['type'], value: Value): Filterable => ({ type, where: (test) => test(value) })

/** Attributes by their lower-case path. */
export type Filterables = Readonly<Record<string, Filterable>>

const invalid = (detail: string, cause?: unknown) => scimError(400, detail, 'invalidFilter', cause)

/** A filter of RFC 7644 §3.4.2.2 as a condition. @throws BodyError 400 */
export const filterCondition = (db: Db, { kind, known, text }: { kind: ResourceKind; known: Filterables; text: string }): Condition =>
  conditionOf(db, { known, urn: `${kind.urn.toLowerCase()}:`, prefix: '' }, read(text))

const read = (text: string): Filter => {
  try {
    return parse(text)
  } catch (cause) {
    throw invalid('The filter cannot be read', cause)
  }
}

type Names = { known: Filterables; urn: string; prefix: string }

const conditionOf = (db: Db, names: Names, filter: Filter): Condition => {
  if ('filters' in filter) {
    const parts = filter.filters.map((one) => conditionOf(db, names, one))
    return filter.op === 'and' ? allOf(parts) : anyOf(parts)
  }
  if ('filter' in filter) return sql`not (${conditionOf(db, names, filter.filter)})`
  if ('valFilter' in filter) return conditionOf(db, { ...names, prefix: `${filter.attrPath}.` }, filter.valFilter)
  const path = `${names.prefix}${filter.attrPath}`.toLowerCase()
  const name = path.startsWith(names.urn) ? path.slice(names.urn.length) : path
  const found = Object.hasOwn(names.known, name) ? names.known[name] : undefined
  if (!found) throw invalid(`Lists cannot be filtered by ${filter.attrPath}`)
  if (!('compValue' in filter)) return found.where((value) => sql`(${value} is not null and ${asText(value)} <> '')`)
  if (filter.compValue === null) return comparison(db, found, { op: filter.op, given: '' })
  return comparison(db, found, { op: filter.op, given: filter.compValue })
}

const asText = (value: Value): Value => sql`cast(${value} as text)`

const operators: Record<string, Value> = { eq: sql`=`, ne: sql`<>`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` }

const patterns: Record<string, (text: string) => string> = {
  co: (text) => `%${text}%`,
  sw: (text) => `${text}%`,
  ew: (text) => `%${text}`,
}

type Comparison = { op: string; given: string | number | boolean }

const comparison = (db: Db, { type, where }: Filterable, { op, given }: Comparison): Condition => {
  if (op === 'ne') return sql`not (${comparison(db, { type, where }, { op: 'eq', given })})`
  if (type === 'boolean') {
    const flag = String(given).toLowerCase()
    if (op !== 'eq' || (flag !== 'true' && flag !== 'false'))
      throw invalid('A yes or no can only be compared by eq and ne with true or false')
    return where((value) => sql`${value} = ${flag === 'true' ? 1 : 0}`)
  }
  const text = type === 'time' ? timeOf(given) : String(given)
  const fold = (value: Value): Value => {
    if (type !== 'text') return value
    return isPostgres(db) ? sql`lower(${value})` : sql`fold(${value})`
  }
  const wanted = type === 'text' ? text.toLowerCase() : text
  const pattern = patterns[op]
  if (pattern) {
    const escaped = pattern(wanted.replaceAll(/[\\%_]/g, (char) => `\\${char}`))
    return where((value) => sql`coalesce(${fold(value)}, '') like ${escaped} escape '\\'`)
  }
  return where((value) => sql`coalesce(${fold(value)}, '') ${operators[op] ?? sql`=`} ${wanted}`)
}

/** Times are kept as ISO texts in UTC. */
const timeOf = (given: Comparison['given']): string => {
  const time = new Date(String(given))
  if (Number.isNaN(time.getTime())) throw invalid(`${String(given)} is no time`)
  return time.toISOString()
}
