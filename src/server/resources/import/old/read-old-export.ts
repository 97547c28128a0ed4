import { strFromU8 } from 'fflate'
import { jsonBoundsFault } from '#core/encoding/json/json-bounds.ts'
import { t } from '#core/i18n/t.ts'
import { asRecord } from '#core/query/read.ts'
import type { Db } from '../../../db/open.ts'
import { maxYamlBytes, readYaml, type Bundle } from '../bundle.ts'
import { importError, type ImportWord } from '../faults.ts'
import { convertOldDashboards } from './dashboards.ts'
import { convertOldDatasets } from './datasets.ts'
import { withoutClasses } from './names.ts'

const zipStart = [0x50, 0x4b]

/** Whether a file can be one of the exports that came before bundles: JSON or YAML, of dashboards or datasets. */
export const isOldExport = (bytes: Uint8Array, word: ImportWord): boolean =>
  (word === 'dashboard' || word === 'dataset') && zipStart.some((byte, i) => bytes[i] !== byte)

const isJson = (text: string) => /^\s*[[{]/.test(text)

const readDocument = (text: string): unknown => {
  try {
    return isJson(text) ? JSON.parse(text) : readYaml(text)
  } catch {
    return null
  }
}

/** @throws AppError for what is no such file */
export const readOldExport = async (db: Db, bytes: Uint8Array, word: ImportWord): Promise<Bundle> => {
  const text = strFromU8(bytes)
  if (jsonBoundsFault(text) !== null || (!isJson(text) && bytes.length > maxYamlBytes))
    throw importError(t('The bundle is too large.'), 413)
  const document = asRecord(withoutClasses(readDocument(text)))
  if (word === 'dataset' && Array.isArray(document['databases'])) return convertOldDatasets(document)
  if (word !== 'dashboard' || !Array.isArray(document['dashboards'])) throw importError(t('Could not find a valid command to import file'))
  const databases = await db.selectFrom('databases').select(['database_name', 'uuid']).where('deleted_at', 'is', null).execute()
  return convertOldDashboards(document, new Map(databases.map(({ database_name, uuid }) => [database_name, uuid])))
}
