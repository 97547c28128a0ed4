import { planText } from '../../database/foreign/plan-foreign.ts'
import { instantOf, type Moment } from '#core/time/moment.ts'
import type { QueryObject, ResultFormat } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'
import type { DataAnswer } from '#engines/host/protocol.ts'
import { isLimitLowered, type Prepared } from '../prepare/prepare.ts'
import type { Shaped } from '../shaped/shape.ts'

/** A query's result; the rows stay encoded. */
export type QueryResult = {
  prepared: Prepared
  answer: DataAnswer
  cacheKey: string
  cacheTimeout: number
  queriedAt: string
  annotationData: Record<string, unknown>
  /** When the rows of a materialized table were read from their source. */
  dataOn: string | null
  /** Replaces the rows when the chart type shapes them (pivot table, table). */
  shaped?: Shaped
  format: ResultFormat
}

const encoder = new TextEncoder()

const wallMs = (moment: Moment | null): number | null => moment && instantOf(moment)

let numberText = '0'
let numberCount = 1

/** `[0,1,…,n−1]`; the text is cached because every response has one. */
const rowNumbers = (count: number): string => {
  if (count === 0) return '[]'
  while (numberCount < count) numberText += `,${numberCount++}`
  if (count === numberCount) return `[${numberText}]`
  return `[${numberText.slice(0, lengthOfNumbers(count))}]`
}

/** Length of `0,1,…,n−1`. */
const lengthOfNumbers = (count: number): number => {
  let length = count - 1
  for (let digits = 1, first = 0; first < count; digits++) {
    const end = Math.min(count, 10 ** digits)
    length += (end - first) * digits
    first = end
  }
  return length
}

export const statementText = ({ compiled, fetches }: Prepared): string =>
  planText({ sql: [compiled.sql, ...compiled.offsets.map(({ sql }) => sql)].map((sql) => `${sql};`).join('\n\n'), fetches })

export const filterLists = ({ compiled }: Prepared) => ({
  applied_filters: compiled.filters.applied.map((column) => ({ column })),
  rejected_filters: compiled.filters.rejected.map(({ column, reason }) => ({ reason, column })),
})

/** Maps output columns to the labels they are made of: those of post-processing, overridden by those of the query. */
const labelMapOf = ({ prepared, answer: { colnames, labelMap = {} } }: QueryResult): Record<string, string[]> => ({
  ...Object.fromEntries(colnames.map((name) => [name, (Object.hasOwn(labelMap, name) ? labelMap[name] : undefined) ?? name.split(', ')])),
  ...prepared.compiled.labelMap,
})

/** The same without the expressions of metrics and columns, for those who may not see SQL: each is named by its label. */
const withoutExpressions = (labels: Record<string, string[]>, { prepared }: QueryResult): Record<string, string[]> => ({
  ...labels,
  ...Object.fromEntries(Object.keys(prepared.compiled.labelMap).map((name) => [name, [name]])),
})

/** A warning about missing rows; not part of Superset's API. */
const warningOf = ({ answer, prepared }: QueryResult, query: QueryObject): string | null => {
  const { rowLimit } = prepared.compiled
  if (answer.truncated) return t('The result was too large and has been cut.')
  return rowLimit !== null && isLimitLowered(query, rowLimit) ? t('The row limit was lowered to %(limit)s.', { limit: rowLimit }) : null
}

export type CacheInfo = { isCached: boolean; cachedAt: string | null }

/** A full result as JSON, as pieces around the encoded rows. */
export const resultBytes = (
  result: QueryResult,
  query: QueryObject,
  { isCached, cachedAt, hidesSql }: CacheInfo & { hidesSql: boolean },
): Uint8Array[] => {
  const { prepared, answer, cacheKey, cacheTimeout, queriedAt, annotationData, dataOn, format } = result
  const warning = warningOf(result, query)
  const shown = result.shaped ?? answer
  const { since, until } = prepared.compiled.range
  const head = {
    cache_key: cacheKey,
    cached_dttm: cachedAt,
    queried_dttm: queriedAt,
    cache_timeout: cacheTimeout,
    applied_template_filters: prepared.facts.appliedFilters,
    annotation_data: annotationData,
    error: null,
    is_cached: isCached || null,
    ...(!hidesSql && { query: statementText(prepared) }),
    status: 'success',
    stacktrace: null,
    rowcount: shown.rowcount,
    sql_rowcount: answer.sqlRowcount,
    from_dttm: wallMs(since),
    to_dttm: wallMs(until),
    label_map: hidesSql ? withoutExpressions(labelMapOf(result), result) : labelMapOf(result),
    colnames: shown.colnames,
    coltypes: shown.coltypes,
    result_format: format,
    detected_currency: null,
    ...filterLists(prepared),
    ...(warning !== null && { warning }),
    ...(dataOn !== null && { data_dttm: dataOn }),
  }
  const indexnames = shown.indexnames ? JSON.stringify(shown.indexnames) : rowNumbers(shown.rowcount)
  return [encoder.encode(`${JSON.stringify(head).slice(0, -1)},"indexnames":${indexnames},"data":`), shown.bytes, encoder.encode('}')]
}

/** A result as JSON with only its rows and columns. */
export const rowsBytes = ({ answer }: QueryResult): Uint8Array[] => {
  const { colnames, coltypes, rowcount, sqlRowcount } = answer
  const head = JSON.stringify({ colnames, coltypes, rowcount, sql_rowcount: sqlRowcount, detected_currency: null })
  return [encoder.encode(`${head.slice(0, -1)},"data":`), answer.bytes, encoder.encode('}')]
}
