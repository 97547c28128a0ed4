import { asList, asRecord } from '#core/query/read.ts'
import type { Bundle, BundleFile } from '../bundle.ts'
import { uuidOf } from './names.ts'

/** The YAML file of databases with their tables that came before bundles, as the files of one. Databases are matched by their names. */
export const convertOldDatasets = (document: Record<string, unknown>): Bundle => {
  const files = asList(document['databases']).flatMap((value): BundleFile[] => {
    const { tables, ...database } = asRecord(value)
    const name = String(database['database_name'] ?? '')
    const database_uuid = uuidOf(database['uuid'], 'database', name)
    const datasets = asList(tables).map((item): BundleFile => {
      const table = asRecord(item)
      const uuid = uuidOf(table['uuid'], 'dataset', name, table['schema'] ?? null, table['table_name'])
      return { path: `datasets/${name}/${String(table['table_name'])}.yaml`, content: { ...table, version: '1.0.0', uuid, database_uuid } }
    })
    return [{ path: `databases/${name}.yaml`, content: { ...database, version: '1.0.0', uuid: database_uuid } }, ...datasets]
  })
  return { metadata: { version: '1.0.0', type: 'SqlaTable' }, files, faults: {} }
}
