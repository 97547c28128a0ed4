import { existsText } from '#api/import.ts'
import type { Principal } from '#core/access/principal.ts'
import type { FilterBox } from '#core/filters/legacy/migrate.ts'
import { t } from '#core/i18n/t.ts'
import { textOfChart, withTexts } from '#core/query/legacy/text-charts.ts'
import { asRecord } from '#core/query/read.ts'
import type { Context } from '../../context.ts'
import { change } from '../../db/change.ts'
import type { Db } from '../../db/open.ts'
import { parseUri } from '../database/connection/uri.ts'
import { readBundle, type Bundle } from './bundle.ts'
import { importChart } from './chart.ts'
import { importDashboard } from './dashboard.ts'
import { importDatabase, storedOf } from './database.ts'
import { importDataset } from './dataset.ts'
import { withExampleData } from './example/load-data.ts'
import { isExample, readExample, type ExampleData } from './example/read-example.ts'
import { invalidFiles, type FileFaults, type ImportWord } from './faults.ts'
import { findChart, findDashboard, findDatabase, findDataset, findQuery, findTheme } from './find.ts'
import type { BundleSecrets } from './secrets/given.ts'
import { importedSecrets } from './secrets/imported-secrets.ts'
import { trustHostKeys } from './secrets/trust-host-keys.ts'
import { importQuery } from './saved-query.ts'
import { sortBundle, type Sorted } from './sorted.ts'
import { isOldExport, readOldExport } from './old/read-old-export.ts'
import { setTags, tagDescriptions } from './tags.ts'
import { importTheme } from './theme.ts'
import type { Import } from './writing.ts'
import { formerId, layersFirst, withLayerIds } from './layers.ts'

export type ImportRequest = {
  bundle: Uint8Array
  word: ImportWord
  overwrite: boolean
  secretsOf: BundleSecrets
  principal: Principal
  signal: AbortSignal
}

const existsFault = (model: string) => `${model} ${existsText}`

/** Objects of the bundle's own kind that are there already; what they bring along is kept silently. */
const existing = async (
  db: Db,
  word: ImportWord,
  { databases, datasets, charts, dashboards, queries, themes }: Sorted,
): Promise<FileFaults> => {
  const faults: FileFaults = {}
  if (word === 'database') for (const { path, file } of databases) if (await findDatabase(db, file)) faults[path] = existsFault('Database')
  if (word === 'dataset') {
    for (const { path, file } of datasets) {
      const database = databases.find((other) => other.file.uuid === file.database_uuid)
      const found = database ? await findDatabase(db, database.file) : undefined
      if ((await findDataset(db, found?.id, file)) !== undefined) faults[path] = existsFault('Dataset')
    }
  }
  if (word === 'chart')
    for (const { path, file } of charts) if ((await findChart(db, file)) !== undefined) faults[path] = existsFault('Chart')
  if (word === 'dashboard')
    for (const { path, file } of dashboards) if ((await findDashboard(db, file)) !== undefined) faults[path] = existsFault('Dashboard')
  if (word === 'saved_query')
    for (const { path, file } of queries) if ((await findQuery(db, file)) !== undefined) faults[path] = existsFault('Saved_Queries')
  if (word === 'theme')
    for (const { path, file } of themes) if ((await findTheme(db, file)) !== undefined) faults[path] = existsFault('Theme')
  return faults
}

type ConnectionRequest = { secretsOf: BundleSecrets; overwrites: boolean }

/** Databases that cannot be connected as the bundle has them. */
const connectionFaults = async (ctx: Context, { databases }: Sorted, request: ConnectionRequest): Promise<FileFaults> => {
  const faults: FileFaults = {}
  for (const { path, file } of databases) {
    if (!parseUri(file.sqlalchemy_uri)) {
      faults[path] = { sqlalchemy_uri: [t('Invalid connection string')] }
      continue
    }
    const found = await findDatabase(ctx.db, file)
    if (found && (!request.overwrites || found.is_house)) continue
    const { missing } = importedSecrets(file, request.secretsOf(path), storedOf(ctx, found))
    if (missing.length > 0) faults[path] = { _schema: missing }
  }
  return faults
}

/** The charts that are texts, by uuid, as far as they are on a dashboard of the bundle, where they become components. */
const textsOnDashboards = ({ charts, dashboards }: Sorted): Map<string, string> => {
  const items = dashboards.flatMap(({ file }) => Object.values(asRecord(file.position)))
  const placed = new Set(items.map((item) => asRecord(asRecord(item)['meta'])['uuid']))
  return new Map(
    charts.flatMap(({ file }) => {
      const text = placed.has(file.uuid) ? textOfChart({ ...file, params: asRecord(file.params) }) : null
      return text === null ? [] : [[file.uuid, text] as const]
    }),
  )
}

const filterBoxType = 'filter_box'

/** Writes all of a bundle; each kind before those that need it. Returns the databases that were written. */
const write = async (importing: Import, sorted: Sorted, replaces: (word: ImportWord) => boolean): Promise<number[]> => {
  const { databases, datasets, charts, dashboards, queries, themes } = sorted
  const descriptions = tagDescriptions(sorted.tags)
  const { trx } = importing.scope
  const databaseIds = new Map<string, number>()
  const written: number[] = []
  for (const placed of databases) {
    const { id, isWritten } = await importDatabase(importing, placed, replaces('database'))
    databaseIds.set(placed.file.uuid, id)
    if (isWritten) written.push(id)
  }
  const datasetIds = new Map<string, number>()
  for (const { path, file } of datasets) {
    const databaseId = databaseIds.get(file.database_uuid) ?? (await uuidId(trx, 'databases', file.database_uuid))
    if (databaseId === undefined) throw invalidFiles('dataset', { [path]: t('Its database is neither in the bundle nor here.') })
    datasetIds.set(file.uuid, await importDataset(importing, file, { databaseId, overwrite: replaces('dataset') }))
  }
  const chartIds = new Map<string, number>()
  const filterBoxes = new Map<string, FilterBox>()
  const texts = textsOnDashboards(sorted)
  const newIds = new Map<number, number>()
  for (const { path, file } of layersFirst(charts)) {
    if (texts.has(file.uuid)) continue
    const datasetId = datasetIds.get(file.dataset_uuid) ?? (await uuidId(trx, 'datasets', file.dataset_uuid))
    if (datasetId === undefined) throw invalidFiles('chart', { [path]: t('Its dataset is neither in the bundle nor here.') })
    if (file.viz_type === filterBoxType) filterBoxes.set(file.uuid, { form: asRecord(file.params), datasetId, name: file.slice_name })
    else {
      const params = withLayerIds(asRecord(file.params), newIds)
      const id = await importChart(importing, { ...file, params }, { datasetId, overwrite: replaces('chart') })
      chartIds.set(file.uuid, id)
      const former = formerId(file.params)
      if (former !== undefined) newIds.set(former, id)
      if (file.tags) await setTags(importing, { kind: 'chart', id }, { names: file.tags, descriptions })
    }
  }
  for (const { path, file } of queries) {
    const databaseId = databaseIds.get(file.database_uuid) ?? (await uuidId(trx, 'databases', file.database_uuid))
    if (databaseId === undefined) throw invalidFiles('saved_query', { [path]: t('Its database is neither in the bundle nor here.') })
    await importQuery(importing, file, { databaseId, overwrite: replaces('saved_query') })
  }
  const themeIds = new Map<string, number>()
  for (const { file } of themes) themeIds.set(file.uuid, await importTheme(importing, file, replaces('theme')))
  for (const { file } of dashboards) {
    const ids = { charts: await withKnownCharts(trx, chartIds, file.position), datasets: datasetIds }
    const themeId = file.theme_uuid ? (themeIds.get(file.theme_uuid) ?? (await findTheme(trx, { uuid: file.theme_uuid }))) : undefined
    const position = withTexts(asRecord(file.position), texts)
    const id = await importDashboard(
      importing,
      { ...file, position },
      { ids, filterBoxes, themeId: themeId ?? null, overwrite: replaces('dashboard') },
    )
    if (file.tags) await setTags(importing, { kind: 'dashboard', id }, { names: file.tags, descriptions })
  }
  return written
}

const uuidId = async (db: Db, table: 'databases' | 'datasets' | 'charts', uuid: string): Promise<number | undefined> =>
  (await db.selectFrom(table).select('id').where('uuid', '=', uuid).where('deleted_at', 'is', null).executeTakeFirst())?.id

/** Charts of a layout that are not in the bundle may be here. */
const withKnownCharts = async (db: Db, ids: ReadonlyMap<string, number>, position: unknown): Promise<Map<string, number>> => {
  const all = new Map(ids)
  for (const item of Object.values(asRecord(position))) {
    const uuid = asRecord(asRecord(item)['meta'])['uuid']
    if (typeof uuid !== 'string' || all.has(uuid)) continue
    const id = await uuidId(db, 'charts', uuid)
    if (id !== undefined) all.set(uuid, id)
  }
  return all
}

type Files = { files: Bundle; data: readonly ExampleData[] }

/** The files of a bundle, of an older export, or of an example with its rows. */
const readFiles = async (ctx: Context, bytes: Uint8Array, word: ImportWord): Promise<Files> => {
  if (isOldExport(bytes, word)) return { files: await readOldExport(ctx.db, bytes, word), data: [] }
  if (!isExample(bytes, word)) return { files: await readBundle(bytes), data: [] }
  const { uuid } = await ctx.db.selectFrom('databases').select('uuid').where('is_house', '=', 1).executeTakeFirstOrThrow()
  return readExample(bytes, uuid)
}

/**
 * Imports a bundle, all or nothing.
 * @throws AppError 422 with the faults of every file; 403 for what the importer may not write
 */
export const runImport = async (ctx: Context, request: ImportRequest): Promise<void> => {
  const { bundle, word, overwrite, secretsOf, principal, signal } = request
  const { files, data } = await readFiles(ctx, bundle, word)
  const sorted = sortBundle(files, word)
  const found = overwrite || word === 'assets' ? {} : await existing(ctx.db, word, sorted)
  const replaces = (kind: ImportWord) => word === 'assets' || (overwrite && kind === word)
  const connecting = await connectionFaults(ctx, sorted, { secretsOf, overwrites: replaces('database') })
  const faults = { ...sorted.faults, ...connecting, ...found }
  if (Object.keys(faults).length) throw invalidFiles(word, faults)
  const written = await withExampleData(ctx, data, { principal, signal }, () =>
    change(ctx, { principal, how: 'import' }, (scope) => write({ ctx, scope, principal, secretsOf }, sorted, replaces)),
  )
  await trustHostKeys({ ctx, principal, signal }, written)
}
