import { createHash } from 'node:crypto'
import type { LegacyPayload } from '#api/explore-json.ts'
import type { WireQueryAnswer } from '#api/chart-answer.ts'
import type { QueryError } from '#engines/compile/query-error.ts'
import { filterConfigs } from '#core/query/legacy/queries.ts'
import { metricLabel } from '#core/query/labels.ts'
import type { FormData } from '#core/query/query-object.ts'

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

/** The values of a filter_box by column, the largest metric first. */
const filterBoxData = (form: FormData, results: WireQueryAnswer[]) =>
  Object.fromEntries(
    filterConfigs(form).map(({ column, metric }, i) => [
      column,
      rowsOf(results[i] ?? {}).map((row) => ({ id: row[column], text: row[column], metric: row[metricLabel(metric)] })),
    ]),
  )

/** One payload from the answers of the chart's queries; the statements of several are joined. A range without an end ends `today`. */
export const payloadOf = (form: FormData, results: WireQueryAnswer[], today: number): LegacyPayload => {
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
    to_dttm: first.to_dttm ?? today,
    status: 'success',
    stacktrace: null,
    rowcount: first.rowcount ?? 0,
    colnames: first.colnames ?? [],
    coltypes: first.coltypes ?? [],
    data: form.viz_type === 'filter_box' ? filterBoxData(form, results) : rowsOf(first),
    ...(Object.keys(first.annotation_data ?? {}).length > 0 && { annotation_data: first.annotation_data }),
    applied_filters: first.applied_filters ?? [],
    rejected_filters: first.rejected_filters ?? [],
  }
}

/** A query that cannot run answers a payload, too. */
export const failedPayload = (
  form: FormData,
  error: QueryError,
  { cacheTimeout, today }: { cacheTimeout: number; today: number },
): LegacyPayload => ({
  cache_key: createHash('md5').update(JSON.stringify(form)).digest('hex'),
  cached_dttm: null,
  cache_timeout: cacheTimeout,
  errors: [
    {
      message: error.reason.replace(/^(Columns missing in) dataset:/, '$1 datasource:'),
      error_type: 'VIZ_GET_DF_ERROR',
      level: 'error',
      extra: null,
    },
  ],
  form_data: answeredForm(form),
  is_cached: false,
  query: '',
  from_dttm: null,
  to_dttm: today,
  status: 'failed',
  stacktrace: null,
  rowcount: 0,
  colnames: null,
  coltypes: null,
  applied_filters: [],
  rejected_filters: [],
})
