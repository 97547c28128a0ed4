import { stringify } from 'yaml'
import { isAllowed } from '#core/access/can.ts'
import { hasPair, type Principal } from '#core/access/principal.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { forbidden, notFound } from '#core/errors.ts'
import { subjectOf } from '../../../access/subjects.ts'
import type { Context } from '../../../context.ts'
import type { Row } from '../../../db/tables.ts'
import { filteredDatasets } from '../dashboard-documents.ts'
import { exampleChart, exampleDashboard, exampleDataset } from './contents.ts'
import { parquetOf } from './rows.ts'
import type { ZipFile } from './zip-stream.ts'

type Asked = { ctx: Context; principal: Principal; signal: AbortSignal }
type Wanted = { dashboardId: number; hasData: boolean; maxRows: number | undefined }

/** What PyYAML reads back as written: keys in order, words like `yes` quoted. */
const yamlText = (content: Record<string, unknown>): string =>
  stringify(content, {
    version: '1.1',
    aliasDuplicateObjects: false,
    indentSeq: false,
    lineWidth: 80,
    singleQuote: true,
    sortMapEntries: true,
  })

/** A name as part of a path, as Superset writes it in examples. */
const safeName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}._-]/gu, '_')
    .replaceAll(/_{2,}/g, '_')
    .replaceAll(/^_|_$/g, '')

/** Each item under a name of its own; later ones of the same name get the start of their uuid. */
const named = <T extends { uuid: string }>(items: readonly T[], nameOf: (item: T) => string): [string, T][] => {
  const taken = new Set<string>()
  return items.map((item) => {
    const name = safeName(nameOf(item)) || item.uuid
    const free = taken.has(name) ? `${name}-${item.uuid.slice(0, 8)}` : name
    taken.add(free)
    return [free, item]
  })
}

const visibleCharts = async ({ ctx: { db }, principal }: Asked, dashboardId: number): Promise<Row<'charts'>[]> => {
  const rows = await db
    .selectFrom('charts')
    .innerJoin('dashboard_charts', 'chart_id', 'charts.id')
    .selectAll('charts')
    .where('dashboard_id', '=', dashboardId)
    .where('deleted_at', 'is', null)
    .orderBy('charts.id')
    .execute()
  const visible: Row<'charts'>[] = []
  for (const row of rows) {
    const subject = await subjectOf(db, 'chart', row.id)
    if (subject && isAllowed(principal, 'see', subject)) visible.push(row)
  }
  return visible
}

/** The datasets that the caller may query. */
const openDatasets = async ({ ctx: { db }, principal }: Asked, ids: ReadonlySet<number>): Promise<Row<'datasets'>[]> => {
  const open: Row<'datasets'>[] = []
  for (const id of ids) {
    const subject = await subjectOf(db, 'dataset', id)
    if (!subject || !isAllowed(principal, 'query', subject)) continue
    open.push(await db.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  }
  return open
}

const datasetFiles = async (asked: Asked, { hasData, maxRows }: Wanted, datasets: readonly Row<'datasets'>[]): Promise<ZipFile[]> => {
  const { db } = asked.ctx
  const isAlone = datasets.length === 1
  const files: ZipFile[] = []
  for (const [name, row] of named(datasets, ({ table_name }) => table_name)) {
    const columns = await db.selectFrom('dataset_columns').selectAll().where('dataset_id', '=', row.id).orderBy('position').execute()
    const metrics = await db.selectFrom('dataset_metrics').selectAll().where('dataset_id', '=', row.id).orderBy('position').execute()
    const dataFile = isAlone ? 'data.parquet' : `${name}.parquet`
    const path = isAlone ? 'dataset.yaml' : `datasets/${name}.yaml`
    const stored = columns.filter(({ expression }) => !expression).map(({ column_name }) => column_name)
    if (hasData && stored.length) {
      const content = parquetOf(asked, { datasetId: row.id, columns: stored, maxRows })
      files.push({ path: isAlone ? dataFile : `data/${dataFile}`, content })
    }
    files.push({ path, content: yamlText(exampleDataset(row, { columns, metrics, dataFile })) })
  }
  return files
}

type Example = { files: ZipFile[]; /** Name of the file to download. */ fileName: string }

/**
 * The files of a dashboard as an example of Superset: what the caller sees of it, with the rows that they may read.
 * @throws MessageError 404 for a dashboard that they do not see, 403 for data without the right to download
 */
export const exampleOf = async (asked: Asked, wanted: Wanted): Promise<Example> => {
  const { ctx, principal } = asked
  const { dashboardId, hasData } = wanted
  const subject = await subjectOf(ctx.db, 'dashboard', dashboardId)
  if (!subject || !isAllowed(principal, 'see', subject)) throw notFound()
  if (hasData && !hasPair(principal, 'can_csv', 'Superset')) throw forbidden()
  const row = await ctx.db.selectFrom('dashboards').selectAll().where('id', '=', dashboardId).executeTakeFirstOrThrow()
  const seen = await visibleCharts(asked, dashboardId)
  const used = new Set([...seen.map(({ datasource_id }) => datasource_id), ...filteredDatasets(readObject(row.json_metadata))])
  const datasets = await openDatasets(asked, used)
  const datasetUuids = new Map(datasets.map(({ id, uuid }) => [id, uuid]))
  const slices = seen.filter(({ datasource_id }) => datasetUuids.has(datasource_id))
  const charts = new Map(slices.map(({ id, uuid }) => [id, uuid]))
  const files = [
    ...(await datasetFiles(asked, wanted, datasets)),
    ...named(slices, ({ slice_name }) => slice_name).map(([name, chart]) => ({
      path: `charts/${name}.yaml`,
      content: yamlText(exampleChart(chart, datasetUuids.get(chart.datasource_id) ?? '')),
    })),
    { path: 'dashboard.yaml', content: yamlText(exampleDashboard(row, { slices, charts, datasets: datasetUuids })) },
  ]
  const name = (row.slug || `dashboard_${row.id}`).replaceAll(/[^\w.-]/g, '_')
  return { files, fileName: `${name}_example.zip` }
}
