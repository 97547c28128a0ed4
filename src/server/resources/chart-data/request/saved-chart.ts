import { MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { buildQueryContext } from '#core/query/build-query-context.ts'
import type { FormData, QueryContext } from '#core/query/query-object.ts'
import type { Chart } from '#charts/chart.ts'
import { findChart } from '#charts/index.ts'
import type { Context } from '../../../context.ts'
import { formDataOf } from '../../chart/form-data.ts'
import { formOnDashboard } from '../dashboard/on-dashboard.ts'
import { parseExact, readQueryContext } from './read-request.ts'

const storedContext = (text: string | null): Record<string, unknown> | null => {
  if (!text) return null
  try {
    return parseExact(text) as Record<string, unknown> | null
  } catch {
    return null
  }
}

const rowOf = async ({ db }: Pick<Context, 'db'>, id: number) => {
  const row = await db.selectFrom('charts').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
  if (!row) throw notFound()
  return { ...row, form: formDataOf(row) as FormData }
}

const chartOf = ({ viz_type }: { viz_type: string }): Chart => {
  const chart = findChart(viz_type)
  if (chart) return chart
  const type = viz_type || t('no type')
  throw new MessageError(400, t('No query was saved with this chart, and charts of the type “%(type)s” are not known here.', { type }))
}

/**
 * The query context of a saved chart: the stored one, or what its chart type builds from the form data.
 * @throws 404, and 400 where neither is there: the type is none of ours, or the form is not one of its own
 */
export const savedQueryContext = async (ctx: Pick<Context, 'db'>, id: number): Promise<QueryContext> => {
  const row = await rowOf(ctx, id)
  const stored = storedContext(row.query_context)
  if (!stored) return readQueryContext(built(row.form, chartOf(row)))
  const datasource = { id: row.datasource_id, type: row.datasource_type }
  return readQueryContext({ datasource, ...stored, form_data: stored['form_data'] ?? row.form })
}

/** The query context that a saved chart asks with when its dashboard opens. @throws as `savedQueryContext` */
export const openingQueryContext = async (ctx: Pick<Context, 'db'>, chartId: number, dashboardId: number): Promise<QueryContext> => {
  const row = await rowOf(ctx, chartId)
  return readQueryContext(built(await formOnDashboard(ctx, row.form, { chartId, dashboardId }), chartOf(row)))
}

/** A form that nobody made with the chart's own controls is refused, not broken by. */
const built = (form: FormData, chart: Pick<Chart, 'name' | 'buildQuery'>): QueryContext => {
  try {
    return buildQueryContext(form, chart.buildQuery)
  } catch (cause) {
    // What a chart stumbled over is its own affair; what it says of a form is for its reader.
    const isSaid = cause instanceof Error && !(cause instanceof TypeError)
    const message = isSaid ? cause.message : t('its values are not those of its type.')
    throw new MessageError(400, t('The saved form of this chart (%(name)s) asks for nothing: %(message)s', { name: chart.name, message }), {
      cause,
    })
  }
}
