import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { isAllowed } from '#core/access/can.ts'
import type { Principal } from '#core/access/principal.ts'
import { readDashboardColors } from '#core/color/dashboard-colors.ts'
import { notFound } from '#core/errors.ts'
import type { FormData } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'
import { readObject } from '#core/encoding/read-object.ts'
import type { ThemeName } from '#core/theme/tokens.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import type { DashboardLayout } from '../../render/layout.ts'
import type { ChartOfDashboard } from '../../render/protocol.ts'
import { formDataOf } from '../chart/form-data.ts'
import { runQueryContext } from '../chart-data/run.ts'
import { savedQueryContext } from '../chart-data/request/saved-chart.ts'
import { chartIdsOf } from '../dashboard/state.ts'

export type PictureRequest = {
  id: number
  principal: Principal
  theme: ThemeName
  width: number
  height: number
  signal: AbortSignal
  /** Whether to draw texts and axes. */
  large?: true
}

const requireVisible = async (ctx: Context, kind: 'chart' | 'dashboard', { id, principal }: Pick<PictureRequest, 'id' | 'principal'>) => {
  const subject = await subjectOf(ctx.db, kind, id)
  if (!subject || !isAllowed(principal, 'see', subject)) throw notFound()
}

const chartRow = (ctx: Context, id: number): Promise<Row<'charts'>> =>
  ctx.db.selectFrom('charts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** A chart with its data for the renderer; queried with the viewer's rights, from the cache if possible. */
const chartPart = async (ctx: Context, row: Row<'charts'>, { principal, signal }: PictureRequest): Promise<ChartOfDashboard> => {
  const context = await savedQueryContext(ctx, row.id)
  const { bytes } = await runQueryContext(ctx, { context, principal, signal, encoding: 'identity' })
  const metrics = await ctx.db
    .selectFrom('dataset_metrics')
    .select(['metric_name', 'verbose_name', 'd3format'])
    .where('dataset_id', '=', row.datasource_id)
    .execute()
  const columns = await ctx.db
    .selectFrom('dataset_columns')
    .select(['column_name', 'verbose_name'])
    .where('dataset_id', '=', row.datasource_id)
    .execute()
  const named = [...columns.map((one) => [one.column_name, one.verbose_name]), ...metrics.map((one) => [one.metric_name, one.verbose_name])]
  return {
    viz_type: row.viz_type,
    form: formDataOf(row) as FormData,
    answers: Buffer.from(bytes).toString(),
    verboseNames: Object.fromEntries(named.filter(([, name]) => name)) as Record<string, string>,
    formats: Object.fromEntries(
      metrics.filter(({ d3format }) => d3format).map(({ metric_name, d3format }) => [metric_name, d3format]),
    ) as Record<string, string>,
  }
}

/** Cached pictures by their inputs. */
const pictures = new WeakMap<Context['renderer'], LRUCache<string, string>>()
const maxPictures = 400
/** Total length of their SVG texts. */
const maxPicturesLength = 32 * 1024 ** 2

const newPictures = () =>
  new LRUCache<string, string>({ max: maxPictures, maxSize: maxPicturesLength, sizeCalculation: (svg) => svg.length })

const cached = async (ctx: Context, key: string, draw: () => Promise<string>): Promise<string> => {
  const known = pictures.get(ctx.renderer) ?? newPictures()
  pictures.set(ctx.renderer, known)
  const found = known.get(key)
  if (found !== undefined) return found
  const svg = await draw()
  known.set(key, svg)
  return svg
}

const keyOf = (...parts: unknown[]) => createHash('sha1').update(JSON.stringify(parts)).digest('hex')

export const drawChart = async (ctx: Context, wanted: PictureRequest): Promise<string> => {
  await requireVisible(ctx, 'chart', wanted)
  const part = await chartPart(ctx, await chartRow(ctx, wanted.id), wanted)
  const { theme, width, height, large, signal } = wanted
  const look = {
    ...(large ? { opaque: true } : { thumbnail: true }),
    ...(ctx.config.useAnalagousColors && { colorRule: { scheme: null, isAnalogous: true } }),
    locale: t.locale,
  }
  return cached(ctx, keyOf(part, theme, width, height, look), () =>
    ctx.renderer.svg({ kind: 'chart', ...part, theme, width, height, ...look }, signal),
  )
}

/** Draws a dashboard; charts that fail or that the viewer may not see are left out. */
export const drawDashboard = async (ctx: Context, wanted: PictureRequest): Promise<string> => {
  await requireVisible(ctx, 'dashboard', wanted)
  const { id, theme, width, height, signal } = wanted
  const { position_json, json_metadata } = await ctx.db
    .selectFrom('dashboards')
    .select(['position_json', 'json_metadata'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const layout = JSON.parse(position_json || '{}') as DashboardLayout
  const metadata = readObject(json_metadata)
  const coloring = readDashboardColors(metadata, ctx.config.useAnalagousColors)
  const scheme = metadata['color_scheme']
  const parts = await Promise.all(
    (await chartIdsOf(ctx.db, id)).map(async (chartId) => {
      try {
        await requireVisible(ctx, 'chart', { id: chartId, principal: wanted.principal })
        const part = await chartPart(ctx, await chartRow(ctx, chartId), wanted)
        return [chartId, scheme ? { ...part, form: { ...part.form, color_scheme: scheme } } : part] as const
      } catch {
        signal.throwIfAborted()
        return null
      }
    }),
  )
  const charts = Object.fromEntries(parts.filter((part) => part !== null))
  const locale = t.locale
  return cached(ctx, keyOf(layout, charts, coloring, theme, width, height, locale), () =>
    ctx.renderer.svg({ kind: 'dashboard', layout, charts, ...coloring, theme, width, height, locale }, signal),
  )
}
