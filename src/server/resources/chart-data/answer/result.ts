import { instantOf, type Moment } from '#core/time/moment.ts'
import type { QueryObject, ResultFormat } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'
import type { DataAnswer } from '#engines/host/protocol.ts'
import { isLowered, type Prepared } from '../prepare/prepare.ts'
import type { Shaped } from '../shaped/shape.ts'

/** The facts of a result beside its rows, which stay bytes. */
export type QueryResult = {
  prepared: Prepared
  answer: DataAnswer
  cacheKey: string
  cacheTimeout: number
  queriedAt: string
  annotationData: Record<string, unknown>
  /** Stands for the rows of the answer where a chart shapes them first. */
  shaped?: Shaped
  format: ResultFormat
}

const encoder = new TextEncoder()

const wallMs = (moment: Moment | null): number | null => moment && instantOf(moment)

let numbers = '0'
let counted = 1

/** `[0,1,…,n−1]`, kept as text because every answer has one. */
const rowNumbers = (count: number): string => {
  if (count === 0) return '[]'
  while (counted < count) numbers += `,${counted++}`
  if (count === counted) return `[${numbers}]`
  return `[${numbers.slice(0, lengthOfNumbers(count))}]`
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

export const statementText = ({ compiled }: Prepared): string =>
  [compiled.sql, ...compiled.offsets.map(({ sql }) => sql)].map((sql) => `${sql};`).join('\n\n')

export const filterLists = ({ compiled }: Prepared) => ({
  applied_filters: compiled.filters.applied.map((column) => ({ column })),
  rejected_filters: compiled.filters.rejected.map(({ column, reason }) => ({ reason, column })),
})

/** Output columns by what they stand for: those that operations made, then what was asked for. */
const labelMapOf = ({ prepared, answer: { colnames, labelMap = {} } }: QueryResult): Record<string, string[]> => ({
  ...Object.fromEntries(colnames.map((name) => [name, (Object.hasOwn(labelMap, name) ? labelMap[name] : undefined) ?? name.split(', ')])),
  ...prepared.compiled.labelMap,
})

/** What a person should know about rows that are not there; old clients do not look for it. */
const warningOf = ({ answer, prepared }: QueryResult, query: QueryObject): string | null => {
  const { rowLimit } = prepared.compiled
  if (answer.truncated) return t('The result was too large and has been cut.')
  return rowLimit !== null && isLowered(query, rowLimit) ? t('The row limit was lowered to %(limit)s.', { limit: rowLimit }) : null
}

export type Shown = { isCached: boolean; cachedAt: string | null }

/** One full result as JSON, put together around the bytes of its rows. */
export const resultBytes = (result: QueryResult, query: QueryObject, { isCached, cachedAt }: Shown): Uint8Array[] => {
  const { prepared, answer, cacheKey, cacheTimeout, queriedAt, annotationData, format } = result
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
    query: statementText(prepared),
    status: 'success',
    stacktrace: null,
    rowcount: shown.rowcount,
    sql_rowcount: answer.sqlRowcount,
    from_dttm: wallMs(since),
    to_dttm: wallMs(until),
    label_map: labelMapOf(result),
    colnames: shown.colnames,
    coltypes: shown.coltypes,
    result_format: format,
    detected_currency: null,
    ...filterLists(prepared),
    ...(warning !== null && { warning }),
  }
  const indexnames = shown.indexnames ? JSON.stringify(shown.indexnames) : rowNumbers(shown.rowcount)
  return [encoder.encode(`${JSON.stringify(head).slice(0, -1)},"indexnames":${indexnames},"data":`), shown.bytes, encoder.encode('}')]
}

/** Only the rows and their names. */
export const rowsBytes = ({ answer }: QueryResult): Uint8Array[] => {
  const { colnames, coltypes, rowcount, sqlRowcount } = answer
  const head = JSON.stringify({ colnames, coltypes, rowcount, sql_rowcount: sqlRowcount, detected_currency: null })
  return [encoder.encode(`${head.slice(0, -1)},"data":`), answer.bytes, encoder.encode('}')]
}
