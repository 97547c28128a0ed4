import { readObject } from '#core/encoding/read-object.ts'
import type { Row } from '../../db/tables.ts'

/** The schemas that a database allows for uploads; an empty list allows all. */
export const uploadSchemas = ({ extra }: Pick<Row<'databases'>, 'extra'>): string[] => {
  const { schemas_allowed_for_file_upload: named } = readObject(extra)
  return Array.isArray(named) ? named.filter((name) => typeof name === 'string') : []
}

/** Filters schemas by those that allow uploads, ignoring case. */
export const filterUploadSchemas = (
  database: Pick<Row<'databases'>, 'extra' | 'allow_file_upload'>,
  schemas: readonly string[],
): string[] => {
  if (!database.allow_file_upload) return []
  const named = uploadSchemas(database).map((name) => name.toLowerCase())
  return schemas.filter((schema) => named.length === 0 || named.includes(schema.toLowerCase()))
}
