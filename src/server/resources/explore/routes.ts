import { chartFormData, explore } from '#api/explore.ts'
import { fullName } from '#core/format/full-name.ts'
import { datasourceTypes } from '#core/query/query-object.ts'
import { isAllowed, can } from '#core/access/can.ts'
import { closedDataset, refusal } from '#core/access/refusal.ts'
import type { Principal } from '#core/access/principal.ts'
import { AppError, BodyError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { masksByDataset } from '../../access/column-rules.ts'
import { requireDataset } from '../../access/require-dataset.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { asResult, serve, type App } from '../../http/serve.ts'
import { ownersOf, peopleOf } from '../../list/field.ts'
import { readRows } from '../../list/list.ts'
import { humanizeAge } from '../../list/times.ts'
import { formDataOf } from '../chart/form-data.ts'
import { sliceData } from '../chart/slice-data.ts'
import { chartSpec } from '../chart/spec.ts'
import { findQuerySource, isQueryType } from '../chart-data/request/query-source.ts'
import { datasetData } from '../dataset/data.ts'
import { readDataset } from '../dataset/read.ts'
import { exploredQuery } from './explored-query.ts'
import { formData, readFormData } from './form-data.ts'
import { explorePermalink, readPermalink } from './permalink.ts'

type Form = Record<string, unknown>
type Chart = Row<'charts'>
type Reader = { ctx: Context; principal: Principal }

/** Converts an access error to this route's flat shape. */
const flattenError = (error: Error) =>
  error instanceof AppError ? new BodyError(error.status, { error_type: error.type, extra: error.extra, message: error.message }) : error

const readChart = async ({ ctx, principal }: Reader, id: number): Promise<Chart | null> => {
  const subject = await subjectOf(ctx.db, 'chart', id)
  if (!subject) return null
  if (subject.dataset) {
    const decision = can(principal, 'query', subject.dataset)
    if (!decision.allowed) throw flattenError(refusal(decision))
  }
  if (!isAllowed(principal, 'see', subject)) return null
  return ctx.db.selectFrom('charts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

const metadataOf = async ({ ctx, principal }: Reader, chart: Chart) => {
  const people = await peopleOf(
    ctx.db,
    [chart.created_by_fk, chart.changed_by_fk].flatMap((id) => id ?? []),
  )
  const name = (id: number | null) => {
    const found = people.get(id ?? -1)
    return found ? fullName(found) : null
  }
  const [shown] = await readRows(chartSpec, { ctx, principal }, [chart.id], ['dashboards'])
  const now = ctx.now()
  return {
    changed_by: name(chart.changed_by_fk),
    changed_on_humanized: humanizeAge(chart.changed_on, now),
    created_by: name(chart.created_by_fk),
    created_on_humanized: humanizeAge(chart.created_on, now),
    dashboards: shown?.['dashboards'] ?? [],
    owners: (await ownersOf(ctx.db, 'chart', [chart.id])).map(fullName),
  }
}

const missingDataset = (type: string) => ({
  type,
  name: t('[Missing Dataset]'),
  columns: [],
  metrics: [],
  database: { id: 0, backend: '', parameters: {} },
})

const datasetFor = async ({ ctx, principal }: Reader, id: number | null, type: string) => {
  if (isQueryType(type)) {
    const source = id === null ? null : await findQuerySource(ctx, { id, type }, principal)
    return source && exploredQuery(source)
  }
  const subject = id === null ? null : await requireDataset(ctx.db, principal, id, (closed) => flattenError(closedDataset(closed)))
  if (!subject) return null
  const stored = type === 'table' || type === 'dataset' ? await readDataset(ctx.db, subject.id) : null
  if (!stored) return null
  const masks = (await masksByDataset(ctx, principal)).get(subject.id)
  const columns = stored.columns.filter(({ column_name: name }) => masks?.get(name) !== 'hidden')
  return datasetData({ ...stored, columns }, { owners: await ownersOf(ctx.db, 'dataset', [subject.id]) })
}

type Start = { form: Form; urlParams?: Record<string, unknown>; message: string | null }
type Query = {
  slice_id?: number | undefined
  datasource_id?: number | undefined
  datasource_type?: string | undefined
  form_data_key?: string | undefined
  permalink_key?: string | undefined
}

/** The initial form data: of a permalink or key, else of the chart or dataset. */
const startOf = async ({ ctx, principal }: Reader, query: Query): Promise<Start> => {
  if (query.permalink_key) {
    const kept = await readPermalink(ctx, principal, query.permalink_key)
    if (!kept) throw new MessageError(404, t('Invalid permalink key'))
    const pairs = (kept.state.urlParams ?? []).filter((pair): pair is [string, unknown] => Array.isArray(pair) && pair.length === 2)
    return { form: kept.state.formData, urlParams: Object.fromEntries(pairs), message: null }
  }
  const kept = query.form_data_key ? await readFormData(ctx, principal, query.form_data_key) : null
  if (kept) return { form: readObject(kept), message: null }
  if (query.slice_id) {
    const message = query.form_data_key ? t('Form data not found in cache, reverting to chart metadata.') : null
    return { form: { slice_id: query.slice_id }, message }
  }
  if (!query.datasource_id) return { form: {}, message: null }
  const message = query.form_data_key ? t('Form data not found in cache, reverting to dataset metadata.') : null
  return { form: { datasource: `${query.datasource_id}__${query.datasource_type ?? 'table'}` }, message }
}

/** The dataset that the URL, the form or the chart refers to, in this order. */
const sourceOf = (query: Query, form: Form): { id: number | null; type: string } => {
  if (query.datasource_id) return { id: query.datasource_id, type: query.datasource_type ?? 'table' }
  const [, id, type] = /^(\d+)__(\w+)$/.exec(String(form['datasource'] ?? '')) ?? []
  return { id: id ? Number(id) : null, type: type ?? 'table' }
}

export const exploring = (app: App): void => {
  const { ctx } = app
  formData(app)
  explorePermalink(app)

  serve(app, explore, async ({ principal, query, request }) => {
    const types: readonly string[] = datasourceTypes
    if (query.datasource_type !== undefined && !types.includes(query.datasource_type)) {
      throw new MessageError(400, { datasource_type: [`Must be one of: ${types.join(', ')}.`] })
    }
    const reading = { ctx, principal }
    const start = await startOf(reading, query)
    const sliceId = Number(start.form['slice_id'] ?? query.slice_id ?? 0)
    const chart = sliceId ? await readChart(reading, sliceId) : null
    const merged: Form = { ...(chart && formDataOf(chart)), ...start.form }
    const source = sourceOf(query, merged)
    const dataset = await datasetFor(reading, source.id, source.type)
    const named = dataset || !chart ? source.id : null
    const params = request.query as Record<string, string>
    const form = {
      adhoc_filters: [],
      applied_time_extras: {},
      ...merged,
      datasource: `${named ?? 'None'}__${source.type}`,
      url_params: { ...(merged['url_params'] as Form | undefined), ...start.urlParams, ...params },
    }
    return asResult(explore, {
      result: {
        dataset: dataset ?? missingDataset(source.type),
        form_data: form,
        slice: chart && (await sliceData(ctx, chart, dataset !== null)),
        message: start.message,
        metadata: chart && (await metadataOf(reading, chart)),
      },
    })
  })

  serve(app, chartFormData, async ({ principal, query }) => {
    const subject = query.slice_id === undefined ? null : await subjectOf(ctx.db, 'chart', query.slice_id)
    if (!subject || !isAllowed(principal, 'see', subject)) return {}
    const chart = await ctx.db.selectFrom('charts').selectAll().where('id', '=', subject.id).executeTakeFirstOrThrow()
    return formDataOf(chart)
  })
}
