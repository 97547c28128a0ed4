import type { z } from 'zod'
import { chartDataBody, invalidType } from '#api/query-context.ts'
import { AppError, MessageError } from '#core/errors.ts'
import { withoutBigints } from '#core/encoding/exact-json.ts'
import { jsonBounds, jsonBoundsFault } from '#core/encoding/json-bounds.ts'
import type { FilterClause, QueryContext, QueryObject } from '#core/query/query-object.ts'
import { asRecord } from '#core/query/read.ts'
import { fieldTexts, pythonText } from '../../../http/errors/faults.ts'

/** Of a query context: reading it exactly visits every value, and every query of it is compiled. */
const contextBounds = { ...jsonBounds, members: 20_000 }
const maxQueries = 50

/** Digits that a double would lose. */
const longNumber = /[0-9]{16}/
const whole = /^-?\d+$/

/** JSON whose whole numbers beyond 2^53 are bigints. @throws SyntaxError, and MessageError for what exceeds the bounds */
export const parseExact = (text: string): unknown => {
  const fault = jsonBoundsFault(text, contextBounds)
  if (fault !== null) throw new MessageError(400, fault)
  if (!longNumber.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    const isLong = typeof value === 'number' && !Number.isSafeInteger(value) && whole.test(context?.source ?? '')
    return isLong ? BigInt(context?.source ?? '') : value
  })
}

const unreadable = (cause?: unknown) =>
  new AppError(
    'GENERIC_BACKEND_ERROR',
    '400 Bad Request: The browser (or proxy) sent a request that this server could not understand.',
    {},
    { cause },
  )

const notJson = (cause?: unknown) => new MessageError(400, 'Request is not JSON', { cause })

const incorrect = (texts: unknown) => new MessageError(400, `Request is incorrect: ${pythonText(texts)}`)

const asSchemaFault = (issue: z.core.$ZodIssue): z.core.$ZodIssue =>
  issue.message === invalidType && issue.path.length ? { ...issue, path: [...issue.path, '_schema'] } : issue

/** Text, or the fields of a form. */
export type RequestBody = string | Record<string, string>

const bodyValue = (contentType: string, body: RequestBody): unknown => {
  if (typeof body === 'string' && contentType.includes('json')) {
    try {
      return parseExact(body)
    } catch (cause) {
      throw cause instanceof SyntaxError ? unreadable(cause) : cause
    }
  }
  const field = typeof body === 'string' ? undefined : body['form_data']
  if (field === undefined) throw notJson()
  try {
    return parseExact(field)
  } catch (cause) {
    throw cause instanceof SyntaxError ? notJson(cause) : cause
  }
}

/** Values to filter by keep their digits; any other number is what a double makes of it. */
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
 * A query context as its sender wrote it, or the refusal that the wire has for it.
 * @throws AppError, MessageError 400
 */
export const readQueryContext = (value: unknown): QueryContext => {
  if (value === null || value === undefined) throw notJson()
  const { queries } = asRecord(value)
  if (Array.isArray(queries) && queries.length > maxQueries) throw incorrect({ queries: [`Longer than maximum length ${maxQueries}.`] })
  const { success, data, error } = chartDataBody.safeParse(value)
  if (!success) throw incorrect(fieldTexts({ ...error, issues: error.issues.map(asSchemaFault) }))
  if (data.datasource.type === undefined) throw incorrect({ _schema: ['Request is incorrect'] })
  return exactOnlyInFilters(data)
}

/** The same from a request's body: JSON, or a form with the field `form_data`. */
export const readRequest = (contentType: string | undefined, body: RequestBody): QueryContext =>
  readQueryContext(bodyValue((contentType ?? '').toLowerCase(), body))
