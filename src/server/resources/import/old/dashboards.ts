import { gridId, rootId } from '#core/layout/component.ts'
import { withCharts } from '#core/layout/change/with-charts.ts'
import { emptyLayout } from '#core/layout/wire/read.ts'
import { writeLayout } from '#core/layout/wire/write.ts'
import { t } from '#core/i18n/t.ts'
import { asList, asRecord, isObject, isSet } from '#core/query/read.ts'
import type { Bundle, BundleFile } from '../bundle.ts'
import { recordOf, uuidOf } from './names.ts'

type Fields = Record<string, unknown>

/** Where an object was: the numbers of the other server, by which dashboards name charts and filters name datasets. */
type Placed = { uuid: string; remoteId: number }

const remoteIdOf = (fields: Fields, parameters: Fields): number => Number(parameters['remote_id'] ?? fields['id'])

const without = (fields: Fields, ...keys: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)))

const datasetUuid = (own: unknown, { database, schema, table }: Record<'database' | 'schema' | 'table', unknown>): string =>
  uuidOf(own, 'dataset', database ?? null, isSet(schema) ? schema : null, table)

type Dataset = Placed & { database: string; file: BundleFile }

const readDataset = (value: unknown): Dataset => {
  const fields = asRecord(value)
  const parameters = recordOf(fields['params'])
  const [database, table, schema] = [String(parameters['database_name'] ?? ''), fields['table_name'], fields['schema']]
  const uuid = datasetUuid(fields['uuid'], { database, schema, table })
  const content = {
    ...without(fields, 'database_id', 'id'),
    version: '1.0.0',
    uuid,
    params: without(parameters, 'remote_id', 'database_name'),
  }
  return { uuid, database, remoteId: remoteIdOf(fields, parameters), file: { path: `datasets/${String(table)}.yaml`, content } }
}

type Chart = Placed & { name: string; file: BundleFile }

const readChart =
  (datasets: readonly Dataset[]) =>
  (value: unknown): Chart => {
    const fields = asRecord(value)
    const parameters = recordOf(fields['params'])
    const { database_name: database, schema, datasource_name: named } = parameters
    const table = fields['datasource_name'] ?? named
    const inFile = datasets.find(
      ({ file, database: other }) => file.content['table_name'] === table && (!isSet(database) || other === database),
    )
    const name = String(fields['slice_name'] ?? '')
    const uuid = uuidOf(fields['uuid'], 'chart', database ?? null, schema ?? null, table ?? null, name, fields['viz_type'])
    const content = {
      ...without(fields, 'id', 'datasource_id', 'perm', 'schema_perm'),
      slice_name: name,
      version: '1.0.0',
      uuid,
      dataset_uuid: inFile?.uuid ?? datasetUuid(null, { database, schema, table }),
      params: without(parameters, 'remote_id', 'database_name', 'datasource_name', 'schema', 'import_time'),
    }
    return { uuid, name, remoteId: remoteIdOf(fields, parameters), file: { path: `charts/${name}.yaml`, content } }
  }

/** Layouts before components had types: charts are in rows of three. */
const inRows = (charts: readonly Chart[]): Fields =>
  writeLayout(
    withCharts(
      emptyLayout,
      charts.map(({ remoteId, name }) => ({ id: remoteId, slice_name: name })),
    ),
    '',
  )

const isLayout = (position: Fields): boolean => isObject(position[rootId]) || isObject(position[gridId])

const positionOf = (stored: unknown, charts: readonly Chart[]): Fields => {
  const position = isLayout(recordOf(stored)) ? recordOf(stored) : inRows(charts)
  return Object.fromEntries(
    Object.entries(position).map(([key, item]) => {
      const meta = asRecord(asRecord(item)['meta'])
      const chart = charts.find(({ remoteId }) => asRecord(item)['type'] === 'CHART' && remoteId === Number(meta['chartId']))
      return [key, chart ? { ...asRecord(item), meta: { ...meta, uuid: chart.uuid } } : item]
    }),
  )
}

/** The datasets of filters by their uuids, as bundles name them. */
const metadataOf = (stored: Fields, datasets: readonly Dataset[]): Fields => {
  const { native_filter_configuration: filters, ...metadata } = without(stored, 'remote_id', 'import_time')
  if (filters === undefined) return metadata
  const renamed = (value: unknown) => {
    const { datasetId, ...target } = asRecord(value)
    const dataset = datasets.find(({ remoteId }) => remoteId === Number(datasetId))
    return dataset ? { ...target, datasetUuid: dataset.uuid } : asRecord(value)
  }
  const native_filter_configuration = asList(filters).map((filter) => {
    const fields = asRecord(filter)
    return 'targets' in fields ? { ...fields, targets: asList(fields['targets']).map(renamed) } : filter
  })
  return { ...metadata, native_filter_configuration }
}

const readDashboard = (value: unknown, charts: readonly Chart[], datasets: readonly Dataset[]): BundleFile => {
  const fields = asRecord(value)
  const title = String(fields['dashboard_title'] ?? '')
  const metadata = recordOf(fields['json_metadata'])
  const content = {
    ...without(fields, 'id', 'slices', 'json_metadata', 'position_json'),
    dashboard_title: title,
    version: '1.0.0',
    uuid: uuidOf(fields['uuid'], 'dashboard', title, fields['slug'] ?? null, metadata['remote_id'] ?? null),
    position: positionOf(fields['position_json'], charts),
    metadata: metadataOf(metadata, datasets),
  }
  return { path: `dashboards/${title}.yaml`, content }
}

/**
 * The JSON file of dashboards that came before bundles, as the files of one: dashboards with their charts, and the datasets, whose
 * databases have to be here already (`databaseUuids`, by name).
 */
export const convertOldDashboards = (document: Fields, databaseUuids: ReadonlyMap<string, string>): Bundle => {
  const datasets = asList(document['datasources']).map(readDataset)
  const dashboards = asList(document['dashboards']).map((value) => {
    const charts = asList(asRecord(value)['slices']).map(readChart(datasets))
    return { charts, file: readDashboard(value, charts, datasets) }
  })
  const charts = new Map(dashboards.flatMap((dashboard) => dashboard.charts).map((chart) => [chart.uuid, chart.file]))
  const unknown = datasets.filter(({ database }) => !databaseUuids.has(database))
  return {
    metadata: { version: '1.0.0', type: 'Dashboard' },
    files: [
      ...datasets.map(({ file, database }) => ({ ...file, content: { ...file.content, database_uuid: databaseUuids.get(database) } })),
      ...charts.values(),
      ...dashboards.map(({ file }) => file),
    ],
    faults: Object.fromEntries(
      unknown.map(({ file, database }) => [file.path, { database: t('There is no database named “%(name)s” here.', { name: database }) }]),
    ),
  }
}
