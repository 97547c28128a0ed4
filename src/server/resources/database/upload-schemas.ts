import { readObject } from '#core/encoding/read-object.ts'
import type { Row } from '../../db/tables.ts'

/** The schemas that a database names for uploads; where it names none, all of them are meant. */
export const namedForUploads = ({ extra }: Pick<Row<'databases'>, 'extra'>): string[] => {
  const { schemas_allowed_for_file_upload: named } = readObject(extra)
  return Array.isArray(named) ? named.filter((name) => typeof name === 'string') : []
}

/** Those of some schemas that take uploads; people write their names in whatever case. */
export const takingUploads = (database: Pick<Row<'databases'>, 'extra' | 'allow_file_upload'>, schemas: readonly string[]): string[] => {
  if (!database.allow_file_upload) return []
  const named = namedForUploads(database).map((name) => name.toLowerCase())
  return schemas.filter((schema) => named.length === 0 || named.includes(schema.toLowerCase()))
}
