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
 * The query context of a saved chart: the stored one, or the one that its chart type builds from the form data.
 * @throws 404; 400 when there is neither, because the type is unknown or the form data is invalid
 */
export const savedQueryContext = async (ctx: Pick<Context, 'db'>, id: number): Promise<QueryContext> => {
  const row = await rowOf(ctx, id)
  const stored = storedContext(row.query_context)
  if (!stored) return readQueryContext(buildContext(row.form, chartOf(row)))
  const datasource = { id: row.datasource_id, type: row.datasource_type }
  return readQueryContext({ datasource, ...stored, form_data: stored['form_data'] ?? row.form })
}

/** The query context of a saved chart when its dashboard opens. @throws as `savedQueryContext` */
export const openingQueryContext = async (ctx: Pick<Context, 'db'>, chartId: number, dashboardId: number): Promise<QueryContext> => {
  const row = await rowOf(ctx, chartId)
  return readQueryContext(buildContext(await formOnDashboard(ctx, row.form, { chartId, dashboardId }), chartOf(row)))
}

/** @throws MessageError 400 for form data that the chart type cannot build a query from */
const buildContext = (form: FormData, chart: Pick<Chart, 'name' | 'buildQuery'>): QueryContext => {
  try {
    return buildQueryContext(form, chart.buildQuery)
  } catch (cause) {
    // Messages that a chart throws on purpose are shown; those of a TypeError are not.
    const isMeantForUsers = cause instanceof Error && !(cause instanceof TypeError)
    const message = isMeantForUsers ? cause.message : t('its values are not those of its type.')
    throw new MessageError(400, t('The saved form of this chart (%(name)s) asks for nothing: %(message)s', { name: chart.name, message }), {
      cause,
    })
  }
}
