import type { TableDifferences, UploadDatabase } from '#api/upload.ts'
import { isAllowed } from '#core/access/can.ts'
import type { Principal } from '#core/access/principal.ts'
import { MessageError } from '#core/errors.ts'
import { duckdbDialect } from '#engines/duckdb/dialect.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { currentTable, datasetOn } from '../../house/house.ts'
import { nameTakenText } from '../../house/publish-table.ts'
import { requireValidNames } from '../../house/table-names.ts'
import { isVisible } from '../../access/is-visible.ts'
import { acceptsFiles } from '../database/accepts-files.ts'
import { columnsOf } from '../database/catalog.ts'
import { backendOf } from '../database/connection/describe.ts'
import { engineFor } from '../database/connection/connection.ts'
import { parseUri } from '../database/connection/uri.ts'
import { uploadSchemas } from '../database/upload-schemas.ts'
import { compareTables } from './compare.ts'
import { canWriteTable, engineTarget, openDatabase, type TableForm } from './into-database.ts'

type Viewer = { ctx: Context; principal: Principal; signal: AbortSignal }
type Column = { name: string; type: string }

/** The table that an upload is for, as its forms say. */
type Asked = {
  database_id?: number | undefined
  table_name: string
  schema?: string | undefined
  already_exists?: TableForm['already_exists']
  columns?: Column[] | undefined
}

const formOf = ({ table_name, schema, already_exists }: Asked): TableForm => ({
  table_name,
  schema: schema || undefined,
  already_exists,
})

/** The connected database of an upload; null for the house. */
const connectedDatabase = async ({ ctx, principal }: Viewer, asked: Asked): Promise<Row<'databases'> | null> => {
  if (asked.database_id === undefined) return null
  const database = await openDatabase(ctx, principal, { databaseId: asked.database_id, form: formOf(asked) })
  return database.is_house ? null : database
}

/** Returns the id of the connected database that gets the table, if any. @throws AppError, MessageError if the table may not be written */
export const requireTarget = async (viewer: Viewer, asked: Asked): Promise<number | undefined> => {
  const database = await connectedDatabase(viewer, asked)
  if (database) {
    await engineTarget(viewer, database, formOf(asked))
    return database.id
  }
  const { ctx, principal } = viewer
  const [schema, table] = [asked.schema || 'main', asked.table_name]
  await requireValidNames(ctx.db, { schema, table, columns: asked.columns?.map(({ name }) => name) ?? [] })
  if (!(await canWriteTable(ctx, principal, { ...formOf(asked), schema })))
    throw new MessageError(422, { table_name: [nameTakenText(table)] })
  return undefined
}

/** How the columns of a file differ from the table that it is for; null if there is none. */
export const compareUpload = async (viewer: Viewer, asked: Asked & { columns: Column[] }): Promise<TableDifferences | null> => {
  const { ctx } = viewer
  const database = await connectedDatabase(viewer, asked)
  if (database) {
    const { source, engine } = await engineTarget(viewer, database, { ...formOf(asked), already_exists: 'append' })
    const { catalog, schema, table_name: table } = source
    const known = await columnsOf({ ...viewer, database }, { catalog, schema, table }).catch(() => [])
    return known.length === 0
      ? null
      : compareTables(known, asked.columns, { dialect: engine.dialect, ignoresCase: Boolean(engine.embedded) })
  }
  const place = { schema: asked.schema || 'main', table: asked.table_name }
  const mayWrite = await canWriteTable(ctx, viewer.principal, { ...formOf(asked), schema: place.schema, already_exists: 'append' })
  const dataset = mayWrite && (await currentTable(ctx, place)) ? await datasetOn(ctx.db, place) : null
  if (!dataset) return null
  const known = await ctx.db
    .selectFrom('dataset_columns')
    .select(['column_name as name', 'type'])
    .where('dataset_id', '=', dataset.id)
    .where('expression', 'is', null)
    .orderBy('position')
    .execute()
  return compareTables(
    known.map(({ name, type }) => ({ name, type: type ?? '' })),
    asked.columns,
    { dialect: duckdbDialect, ignoresCase: true },
  )
}

/** The databases that take uploads from the user; the house first. */
export const uploadDatabases = async ({ ctx, principal }: Pick<Viewer, 'ctx' | 'principal'>): Promise<UploadDatabase[]> => {
  const rows = await ctx.db
    .selectFrom('databases')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('is_house', '=', 1), eb('allow_file_upload', '=', 1)]))
    .where(isVisible(principal, 'database'))
    .orderBy('is_house', 'desc')
    .orderBy('database_name')
    .execute()
  return rows.flatMap((row) => {
    const schemas = uploadSchemas(row)
    const mayUse = schemas.length > 0 || isAllowed(principal, 'query', { kind: 'database', id: row.id, name: row.database_name })
    if (!mayUse || !acceptsFiles(engineFor(parseUri(row.sqlalchemy_uri)), row)) return []
    return [{ database_id: row.is_house ? null : row.id, name: row.database_name, backend: backendOf(row), schemas }]
  })
}
