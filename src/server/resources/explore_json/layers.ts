import { can } from '#core/access/can.ts'
import type { Principal } from '#core/access/principal.ts'
import { AppError, AppErrors, BodyError, MessageError } from '#core/errors.ts'
import { isDeckType } from '#core/query/legacy/deck.ts'
import { readableForm } from '#core/query/legacy/readable-form.ts'
import type { FormData } from '#core/query/query-object.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { TransformError } from '#core/transform/operation.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { formDataOf } from '../chart/form-data.ts'
import { sliceData } from '../chart/slice-data.ts'
import { mapboxApiKey } from './data/deck.ts'

/** A map of several charts, which has no query of its own. */
export const layeredType = 'deck_multi'

type Reader = { ctx: Context; principal: Principal }

/** Each layer is a query of its own. */
const maxLayers = 100

/** The charts that are layers, as far as the person sees them. @throws TransformError for too many */
const readLayers = async ({ ctx, principal }: Reader, form: FormData): Promise<Row<'charts'>[]> => {
  const ids = [...new Set(asList(form['deck_slices']).map(Number).filter(Number.isInteger))]
  if (ids.length === 0) return []
  if (ids.length > maxLayers) throw new TransformError(`A map of ${ids.length} layers is too large; at most ${maxLayers} are drawn`)
  const charts = await ctx.db.selectFrom('charts').selectAll().where('id', 'in', ids).orderBy('id').execute()
  const subjects = await Promise.all(charts.map(({ id }) => subjectOf(ctx.db, 'chart', id)))
  return charts.filter((_, i) => {
    const subject = subjects[i]
    return subject && can(principal, 'see', subject).allowed
  })
}

/** Whether a filter of the dashboard reaches a layer: it reaches all where it names none. */
const reaches = (scopes: Record<string, unknown>, filterId: unknown, layer: number): boolean => {
  const scope = asList(scopes[String(filterId)])
  return scope.length === 0 || scope.includes(layer)
}

/** The form of a layer under the filters of the whole. */
const withFilters = (own: Record<string, unknown>, form: FormData, layer: number): Record<string, unknown> => {
  const scopes = asRecord(form['layer_filter_scope'])
  const inScope = (key: string) => asList(form[key]).filter((item) => reaches(scopes, asRecord(item)['filterId'], layer))
  const extra = asRecord(form['extra_form_data'])
  const byFilter = Object.entries(asRecord(form['filter_data_mapping']))
  const filters = byFilter.flatMap(([id, list]) => (reaches(scopes, id, layer) ? asList(list) : []))
  return {
    ...own,
    extra_filters: inScope('extra_filters'),
    adhoc_filters: [...asList(own['adhoc_filters']), ...inScope('adhoc_filters')],
    extra_form_data: Object.keys(scopes).length > 0 && byFilter.length > 0 ? { ...extra, filters } : extra,
  }
}

const isRefusal = (error: unknown): boolean => [AppError, AppErrors, BodyError, MessageError].some((kind) => error instanceof kind)

/** The features of all layers by type, with the charts. A layer whose query is refused or fails has none. */
export const layeredData = async (reader: Reader, form: FormData, featuresOf: (layer: FormData) => Promise<unknown[]>) => {
  const charts = await readLayers(reader, form)
  const features: Record<string, unknown[]> = {}
  for (const [layer, chart] of charts.entries()) {
    const own = withFilters(formDataOf(chart), form, layer)
    const vizType = chart.viz_type ?? ''
    if (!isDeckType(vizType)) continue
    const found = await featuresOf(readableForm({ ...own, viz_type: vizType, datasource: String(own['datasource'] ?? '') })).catch(
      (error: unknown) => {
        if (isRefusal(error)) return null
        throw error
      },
    )
    if (found) features[vizType] = [...(features[vizType] ?? []), ...found]
  }
  const slices = await Promise.all(charts.map((chart) => sliceData(reader.ctx, chart, chart.datasource_id !== null)))
  return { features, mapboxApiKey, slices }
}
