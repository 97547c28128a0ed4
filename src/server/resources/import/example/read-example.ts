import { strFromU8, unzipSync } from 'fflate'
import { exampleSchema } from '#core/examples.ts'
import { t } from '#core/i18n/t.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { readYaml, unpack, type Bundle, type BundleFile } from '../bundle.ts'
import { importError, type FileFaults, type ImportWord } from '../faults.ts'

/**
 * Examples of Superset, as `export_as_example` writes them: a dashboard by itself, whose files name everything by uuid, with the rows of
 * its datasets as Parquet. They become a bundle over tables of the house.
 */

type Content = Record<string, unknown>

/** The rows of a dataset that the archive brings along. */
export type ExampleData = { table: string; parquet: Uint8Array }
type Example = { files: Bundle; data: ExampleData[] }

const dashboardPath = 'dashboard.yaml'
const isYaml = (path: string) => path === dashboardPath || path === 'dataset.yaml' || /^(datasets|charts)\/[^/]+\.ya?ml$/.test(path)
const isData = (path: string) => path === 'data.parquet' || /^data\/[^/]+\.parquet$/.test(path)

const zipStart = [0x50, 0x4b]

/** Whether an archive is an example: its dashboard lies at the top, and no metadata are beside it. */
export const isExample = (bytes: Uint8Array, word: ImportWord): boolean => {
  if (word !== 'dashboard' || zipStart.some((byte, i) => bytes[i] !== byte)) return false
  const names = new Set<string>()
  try {
    unzipSync(bytes, { filter: ({ name }) => !names.add(name) })
  } catch {
    return false
  }
  return names.has(dashboardPath) && !names.has('metadata.yaml')
}

const byOldId = (ids: unknown, oldIds: ReadonlyMap<string, number>): unknown =>
  Array.isArray(ids) ? ids.flatMap((id) => (typeof id === 'string' ? (oldIds.get(id) ?? []) : id)) : ids

const withIds = (value: unknown, oldIds: ReadonlyMap<string, number>): Content => {
  const item = asRecord(value)
  return 'chartsInScope' in item ? { ...item, chartsInScope: byOldId(item['chartsInScope'], oldIds) } : item
}

/** A dashboard whose settings name its charts by the ids of its layout, as in a bundle. */
const dashboardContent = (content: Content): Content => {
  const placed = Object.values(asRecord(content['position'])).map((item) => asRecord(asRecord(item)['meta']))
  const oldIds = new Map(placed.flatMap(({ uuid, chartId }) => (typeof uuid === 'string' ? [[uuid, Number(chartId)] as const] : [])))
  const metadata = asRecord(content['metadata'])
  const configuration = Object.entries(asRecord(metadata['chart_configuration'])).flatMap(([uuid, entry]) => {
    const id = oldIds.get(uuid)
    const item = asRecord(entry)
    return id === undefined ? [] : [[String(id), { ...item, id, crossFilters: withIds(item['crossFilters'], oldIds) }] as const]
  })
  return {
    ...content,
    metadata: {
      ...metadata,
      native_filter_configuration: asList(metadata['native_filter_configuration']).map((filter) => withIds(filter, oldIds)),
      chart_configuration: Object.fromEntries(configuration),
      global_chart_configuration: withIds(metadata['global_chart_configuration'], oldIds),
    },
  }
}

/** A dataset as a table of the house. */
const datasetContent = ({ data_file: _data, ...content }: Content, houseUuid: string): Content => ({
  ...content,
  catalog: null,
  schema: exampleSchema,
  database_uuid: houseUuid,
})

/** @throws AppError for an archive that is too large or damaged */
export const readExample = (bytes: Uint8Array, houseUuid: string): Example => {
  const entries = new Map(unpack(bytes, (name) => isYaml(name) || isData(name)))
  const faults: FileFaults = {}
  const found: BundleFile[] = []
  const data: ExampleData[] = []
  for (const [name, text] of entries) {
    if (!isYaml(name)) continue
    try {
      const content = asRecord(readYaml(strFromU8(text)))
      if (name === dashboardPath) found.push({ path: `dashboards/${name}`, content: dashboardContent(content) })
      else if (name.startsWith('charts/')) found.push({ path: name, content })
      else {
        const path = name.startsWith('datasets/') ? name : `datasets/${name}`
        found.push({ path, content: datasetContent(content, houseUuid) })
        const parquet = entries.get('data.parquet') ?? entries.get(`data/${String(content['data_file'])}`)
        if (parquet) data.push({ table: String(content['table_name']), parquet })
      }
    } catch {
      faults[name] = { [name]: t('Not a valid YAML file') }
    }
  }
  if (!found.length && !Object.keys(faults).length) throw importError(t('No valid import files were found'), 400)
  return { files: { metadata: { version: '1.0.0', type: 'Dashboard' }, files: found, faults }, data }
}
