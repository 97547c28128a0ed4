import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exampleSchema } from '#core/examples.ts'
import { isBundled } from '#engines/host/program.ts'
import { findChart } from '#charts/index.ts'
import type { Principal } from '#core/access/principal.ts'
import type { Context } from '../context.ts'
import type { Writer } from '../db/change.ts'
import { houseId } from '../house/house.ts'
import { publishTable } from '../house/publish-table.ts'
import { makeTables } from '../ingest/run-ingest.ts'
import type { JobKind, JobRun } from '../jobs/job.ts'
import { createChart } from '../resources/chart/store.ts'
import { createDashboard, updateDashboard } from '../resources/dashboard/store.ts'
import { positionOf, type ExampleChart, type ExampleDashboard, type PlacedChart } from './build.ts'
import { economy } from './economy.ts'
import { films } from './films.ts'
import { flights } from './flights.ts'
import { exampleTables } from './tables.ts'
import { world } from './world.ts'

const dashboards: readonly ExampleDashboard[] = [flights, films, world, economy]

const doneSettingName = 'examples'

/** The files of vega-datasets: in a release the bundled ones, else the npm package. */
const folder = () =>
  isBundled ? join(import.meta.dirname, '../examples') : join(dirname(fileURLToPath(import.meta.resolve('vega-datasets'))), '..', 'data')

const datasetIds = async (ctx: Context): Promise<Map<string, number>> => {
  const rows = await ctx.db
    .selectFrom('datasets')
    .select(['id', 'table_name'])
    .where('database_id', '=', await houseId(ctx))
    .where('schema', '=', exampleSchema)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, table_name }) => [table_name, id]))
}

/** Loads missing tables one after another in one process, and publishes each as soon as it is finished. */
const loadTables = async (ctx: Context, writer: Writer, run: JobRun): Promise<void> => {
  const known = await datasetIds(ctx)
  const wanted = exampleTables.filter(({ table, file }) => !known.has(table) && existsSync(join(folder(), file)))
  const places = await Promise.all(wanted.map(() => ctx.tableFiles.create()))
  const tasks = wanted.map(({ select, file }, i) => ({ select, file: join(folder(), file), target: places[i]?.path ?? '' }))
  let done = 0
  try {
    for await (const loaded of makeTables(tasks, { signal: run.signal })) {
      const { table, description, mainTime, metrics, columns } = wanted[done] ?? exampleTables[0]!
      const file = places[done]?.file ?? ''
      await publishTable(ctx, writer, {
        schema: exampleSchema,
        table,
        file,
        loaded: { ...loaded, mainTime },
        replace: true,
        description,
        ...(metrics && { metrics }),
        ...(columns && { columns }),
      })
      run.progress((++done / wanted.length) * 0.9, `Loaded ${table}`)
    }
  } finally {
    for (const { file } of places.slice(done)) await ctx.tableFiles.remove(file)
  }
}

/** The default values of a chart type's controls. */
const defaultFormOf = (vizType: string): Record<string, unknown> => {
  const controls = findChart(vizType)?.controls.flatMap(({ rows }) => rows.flat()) ?? []
  return Object.fromEntries(controls.filter((control) => control.default !== undefined).map((control) => [control.name, control.default]))
}

const paramsOf = ({ form, viz_type }: ExampleChart, datasetId: number) =>
  JSON.stringify({ ...defaultFormOf(viz_type), viz_type, datasource: `${datasetId}__table`, ...form })

/** A chart that an earlier, killed run has created. */
const knownChart = async (ctx: Context, title: string, datasetId: number): Promise<number | null> => {
  const found = await ctx.db
    .selectFrom('charts')
    .select('id')
    .where('slice_name', '=', title)
    .where('datasource_id', '=', datasetId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found?.id ?? null
}

const knownDashboard = (ctx: Context, slug: string) =>
  ctx.db
    .selectFrom('dashboards')
    .select(['id', 'position_json', 'deleted_at'])
    .where('slug', '=', slug)
    .orderBy('deleted_at')
    .executeTakeFirst()

const makeDashboard = async (ctx: Context, writer: Writer, dashboard: ExampleDashboard): Promise<void> => {
  const datasets = await datasetIds(ctx)
  const placed = new Map<string, PlacedChart>()
  for (const chart of dashboard.charts) {
    const datasetId = datasets.get(chart.table)
    if (datasetId === undefined) continue
    const { title, description, viz_type } = chart
    const id =
      (await knownChart(ctx, title, datasetId)) ??
      (await createChart(ctx, writer, {
        slice_name: title,
        description,
        viz_type,
        datasource_id: datasetId,
        datasource_type: 'table',
        params: paramsOf(chart, datasetId),
      }))
    const { uuid } = await ctx.db.selectFrom('charts').select('uuid').where('id', '=', id).executeTakeFirstOrThrow()
    placed.set(chart.key, { id, uuid, title })
  }
  const begun = await knownDashboard(ctx, dashboard.slug)
  const id =
    begun?.id ??
    (await createDashboard(ctx, writer, {
      dashboard_title: dashboard.title,
      slug: dashboard.slug,
      description: dashboard.description,
      published: true,
    }))
  const positions = positionOf(dashboard, placed)
  await updateDashboard(ctx, writer, id, {
    json_metadata: JSON.stringify({
      positions,
      cross_filters_enabled: true,
      color_scheme: 'chartroom',
      map_label_colors: dashboard.labelColors ?? {},
    }),
  })
}

/** Creates example data and dashboards once; examples that users delete stay deleted. */
export const examplesJob: JobKind = {
  kind: 'examples',
  run: async (ctx, _payload, run) => {
    const principal: Principal | null = run.principal
    if (!principal) throw new Error('The examples need an account that owns them')
    const writer: Writer = { principal, how: 'job' }
    await loadTables(ctx, writer, run)
    for (const dashboard of dashboards) {
      const known = await knownDashboard(ctx, dashboard.slug)
      if (!known || (known.position_json === null && known.deleted_at === null)) await makeDashboard(ctx, writer, dashboard)
      run.progress(0.95, `Made ${dashboard.title}`)
    }
    await ctx.db
      .insertInto('settings')
      .values({ name: doneSettingName, value: ctx.now().toISOString() })
      .onConflict((c) => c.doNothing())
      .execute()
    return { dashboards: dashboards.map(({ slug }) => slug) }
  },
}

/** Starts loading the examples, unless that is done, running, or disabled. */
export const startExamples = async (ctx: Context): Promise<void> => {
  if (!ctx.config.examples) return
  const done = await ctx.db.selectFrom('settings').select('name').where('name', '=', doneSettingName).executeTakeFirst()
  const running = await ctx.db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', 'examples')
    .where('state', 'in', ['pending', 'running'])
    .executeTakeFirst()
  if (done || running) return
  const { id: userId } = await ctx.db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow()
  await ctx.jobs.start({ kind: 'examples', payload: null, userId })
}
