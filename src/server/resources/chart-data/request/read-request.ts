import { chartDataBody } from '#api/query-context.ts'
import { AppError, MessageError } from '#core/errors.ts'
import { withoutBigints } from '#core/encoding/json/exact-json.ts'
import { jsonBounds, jsonBoundsFault } from '#core/encoding/json/json-bounds.ts'
import type { FilterClause, QueryContext, QueryObject } from '#core/query/query-object.ts'
import { asRecord } from '#core/query/read.ts'
import { fieldTexts, pythonText } from '../../../http/errors/faults.ts'

/** Stricter bounds for query contexts, because exact parsing visits every value. */
const contextBounds = { ...jsonBounds, members: 20_000 }
const maxQueries = 50

/** Numbers with this many digits may lose precision as doubles. */
const longNumber = /[0-9]{16}/
const wholeNumber = /^-?\d+$/

/** Parses JSON with whole numbers beyond 2^53 as bigints. @throws SyntaxError */
export const parseLong = (text: string): unknown => {
  if (!longNumber.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    const isLong = typeof value === 'number' && !Number.isSafeInteger(value) && wholeNumber.test(context?.source ?? '')
    return isLong ? BigInt(context?.source ?? '') : value
  })
}

/** `parseLong` of a request. @throws SyntaxError, or MessageError when it exceeds the bounds */
export const parseExact = (text: string): unknown => {
  const fault = jsonBoundsFault(text, contextBounds)
  if (fault !== null) throw new MessageError(400, fault)
  return parseLong(text)
}

const unreadableError = (cause?: unknown) =>
  new AppError(
    'GENERIC_BACKEND_ERROR',
    '400 Bad Request: The browser (or proxy) sent a request that this server could not understand.',
    {},
    { cause },
  )

const notJsonError = (cause?: unknown) => new MessageError(400, 'Request is not JSON', { cause })

const incorrectError = (texts: unknown) => new MessageError(400, `Request is incorrect: ${pythonText(texts)}`)

/** The raw text, or the fields of a form. */
export type RequestBody = string | Record<string, string>

const bodyValue = (contentType: string, body: RequestBody): unknown => {
  if (typeof body === 'string' && contentType.includes('json')) {
    try {
      return parseExact(body)
    } catch (cause) {
      throw cause instanceof SyntaxError ? unreadableError(cause) : cause
    }
  }
  const field = typeof body === 'string' ? undefined : body['form_data']
  if (field === undefined) throw notJsonError()
  try {
    return parseExact(field)
  } catch (cause) {
    throw cause instanceof SyntaxError ? notJsonError(cause) : cause
  }
}

/** Filter values stay exact; all other bigints become doubles. */
const exactOnlyInFilters = (context: QueryContext): QueryContext => {
  const { queries, ...rest } = context
  const valueOf = (val: unknown) => (typeof val === 'bigint' ? val : withoutBigints(val))
  const filterOf = (filter: FilterClause): FilterClause => ({
    ...(withoutBigints({ ...filter, val: null }) as FilterClause),
    val: Array.isArray(filter.val) ? filter.val.map(valueOf) : valueOf(filter.val),
  })
  const queryOf = ({ filters, ...query }: QueryObject): QueryObject => ({
    ...(withoutBigints(query) as QueryObject),
    ...(filters && { filters: filters.map(filterOf) }),
  })
  return { ...(withoutBigints(rest) as QueryContext), queries: queries.map(queryOf) }
}

/**
 * Validates a query context.
 * @throws AppError, MessageError 400 with Superset's texts
 */
export const readQueryContext = (value: unknown): QueryContext => {
  if (value === null || value === undefined) throw notJsonError()
  const { queries } = asRecord(value)
  if (Array.isArray(queries) && queries.length > maxQueries)
    throw incorrectError({ queries: [`Longer than maximum length ${maxQueries}.`] })
  const { success, data, error } = chartDataBody.safeParse(value)
  if (!success) throw incorrectError(fieldTexts(error))
  if (data.datasource.type === undefined) throw incorrectError({ _schema: ['Request is incorrect'] })
  return exactOnlyInFilters(data)
}

/** Reads a query context from a request body: JSON, or a form with the field `form_data`. */
export const readRequest = (contentType: string | undefined, body: RequestBody): QueryContext =>
  readQueryContext(bodyValue((contentType ?? '').toLowerCase(), body))
