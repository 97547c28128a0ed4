import type { z } from 'zod'
import { t } from '#core/i18n/t.ts'
import type { Bundle, BundleFile } from './bundle.ts'
import { importError, type FileFaults, type ImportWord } from './faults.ts'
import {
  fileFaults,
  fileSchemas,
  type ChartFile,
  type DashboardFile,
  type DatabaseFile,
  type DatasetFile,
  type QueryFile,
  type TagsFile,
  type ThemeFile,
} from './schemas.ts'

export type Placed<T> = { path: string; file: T }

/** The files of a bundle by kind. */
export type Sorted = {
  databases: Placed<DatabaseFile>[]
  datasets: Placed<DatasetFile>[]
  charts: Placed<ChartFile>[]
  dashboards: Placed<DashboardFile>[]
  queries: Placed<QueryFile>[]
  themes: Placed<ThemeFile>[]
  tags: Placed<TagsFile>[]
  faults: FileFaults
}

/** What the metadata of a bundle call each kind of export. */
const metadataTypes: Record<ImportWord, string> = {
  chart: 'Slice',
  dashboard: 'Dashboard',
  dataset: 'SqlaTable',
  database: 'Database',
  saved_query: 'SavedQuery',
  theme: 'Theme',
  assets: 'assets',
}

const folderOf = (path: string): string => path.split('/')[0] ?? ''

/** Different files of one kind with the same uuid: only one of them could be kept. */
const twinFaults = (placed: readonly Placed<{ uuid: string }>[]): FileFaults => {
  const faults: FileFaults = {}
  const first = new Map<string, Placed<{ uuid: string }>>()
  for (const { path, file } of placed) {
    const other = first.get(file.uuid)
    if (!other) first.set(file.uuid, { path, file })
    else if (JSON.stringify(other.file) !== JSON.stringify(file))
      faults[path] = { uuid: [t('%(path)s has the same uuid.', { path: other.path })] }
  }
  return faults
}

/** Validates every file. @throws AppError for a bundle without any importable file */
export const sortBundle = ({ metadata, files, faults: unreadable }: Bundle, word: ImportWord): Sorted => {
  const sorted: Sorted = { databases: [], datasets: [], charts: [], dashboards: [], queries: [], themes: [], tags: [], faults: {} }
  if (metadata['type'] !== metadataTypes[word]) {
    sorted.faults['metadata.yaml'] = { type: [t('Must be equal to %(type)s.', { type: metadataTypes[word] })] }
  }
  let count = Object.keys(unreadable).length
  const accept = <S extends z.ZodObject>(into: Placed<z.output<S>>[], { path, content }: BundleFile, schema: S): void => {
    const result = schema.safeParse(content)
    if (result.success) into.push({ path, file: result.data })
    else sorted.faults[path] = fileFaults(schema, content, result.error)
  }
  for (const file of files) {
    const folder = folderOf(file.path)
    if (['databases', 'datasets', 'charts', 'dashboards', 'queries', 'themes'].includes(folder)) count += 1
    if (folder === 'databases') accept(sorted.databases, file, fileSchemas.database)
    if (folder === 'datasets') accept(sorted.datasets, file, fileSchemas.dataset)
    if (folder === 'charts') accept(sorted.charts, file, fileSchemas.chart)
    if (folder === 'dashboards') accept(sorted.dashboards, file, fileSchemas.dashboard)
    if (folder === 'queries') accept(sorted.queries, file, fileSchemas.query)
    if (folder === 'themes') accept(sorted.themes, file, fileSchemas.theme)
    if (file.path === 'tags.yaml') accept(sorted.tags, file, fileSchemas.tags)
  }
  if (!count) throw importError(t('No valid import files were found'), 400)
  const { databases, datasets, charts, dashboards, queries, themes } = sorted
  for (const placed of [databases, datasets, charts, dashboards, queries, themes]) Object.assign(sorted.faults, twinFaults(placed))
  Object.assign(sorted.faults, unreadable)
  return sorted
}
