import { createHash } from 'node:crypto'
import type { LegacyPayload } from '#api/explore-json.ts'
import type { WireQueryAnswer } from '#api/chart-answer.ts'
import type { QueryError } from '#engines/compile/query-error.ts'
import type { FormData } from '#core/query/query-object.ts'
import { asRecord, isSet } from '#core/query/read.ts'
import { fromRows } from '#core/table.ts'
import { filterBoxData, legacyData } from './data/legacy-data.ts'

/** The form as the old views answer it: with what they read from it. */
const answeredForm = (form: FormData) => ({
  ...form,
  adhoc_filters: form['adhoc_filters'] ?? [],
  applied_time_extras: {},
  where: '',
  having: '',
  filters: [],
})

const rowsOf = ({ data }: WireQueryAnswer): Record<string, unknown>[] => (Array.isArray(data) ? data : [])

const tableOf = (answer: WireQueryAnswer) => fromRows((answer.colnames ?? []).map(String), answer.coltypes ?? [], rowsOf(answer))

const dataOf = (form: FormData, results: WireQueryAnswer[]): Promise<unknown> => {
  if (form.viz_type === 'filter_box') return Promise.resolve(filterBoxData({ form }, results.map(rowsOf)))
  const [first = {}, ...others] = results
  const [rows, table, shifted] = [rowsOf(first), tableOf(first), others.map(tableOf)]
  return legacyData({ form, rows, table, shifted, since: first.from_dttm ?? null, until: first.to_dttm ?? null })
}

/** Where the time of a form ends that has no end: today, if it says nothing of time. */
const openEnd = (form: FormData, today: number): number | null =>
  isSet(asRecord(form['extra_form_data'])['time_range'] ?? form['time_range']) ? null : today

/** One payload from the answers of the chart's queries; the statements of several are joined. */
export const payloadOf = async (form: FormData, results: WireQueryAnswer[], today: number): Promise<LegacyPayload> => {
  const [first = {}] = results
  return {
    cache_key: first.cache_key,
    cached_dttm: first.cached_dttm ?? null,
    cache_timeout: first.cache_timeout,
    errors: [],
    form_data: answeredForm(form),
    is_cached: first.is_cached === true,
    query: results.map(({ query = '' }) => query.replace(/;\s*$/, '')).join(';\n\n'),
    from_dttm: first.from_dttm ?? null,
    to_dttm: first.to_dttm ?? openEnd(form, today),
    status: 'success',
    stacktrace: null,
    rowcount: first.rowcount ?? 0,
    colnames: first.colnames ?? [],
    coltypes: first.coltypes ?? [],
    data: await dataOf(form, results),
    ...(Object.keys(first.annotation_data ?? {}).length > 0 && { annotation_data: first.annotation_data }),
    applied_filters: first.applied_filters ?? [],
    rejected_filters: first.rejected_filters ?? [],
  }
}

/** The payload of a chart that shows others, and has no query of its own. */
export const layeredPayload = (
  form: FormData,
  data: unknown,
  { cacheTimeout, today }: { cacheTimeout: number; today: number },
): LegacyPayload => ({
  ...failedPayload(form, null, { cacheTimeout, today }),
  to_dttm: null,
  status: 'success',
  data,
})

/** A query that cannot run answers a payload, too. */
export const failedPayload = (
  form: FormData,
  error: QueryError | null,
  { cacheTimeout, today }: { cacheTimeout: number; today: number },
): LegacyPayload => ({
  cache_key: createHash('md5').update(JSON.stringify(form)).digest('hex'),
  cached_dttm: null,
  cache_timeout: cacheTimeout,
  errors: error
    ? [
        {
          message: error.reason.replace(/^(Columns missing in) dataset:/, '$1 datasource:'),
          error_type: 'VIZ_GET_DF_ERROR',
          level: 'error',
          extra: null,
        },
      ]
    : [],
  form_data: answeredForm(form),
  is_cached: false,
  query: '',
  from_dttm: null,
  to_dttm: openEnd(form, today),
  status: 'failed',
  stacktrace: null,
  rowcount: 0,
  colnames: null,
  coltypes: null,
  applied_filters: [],
  rejected_filters: [],
})
