import type { FieldPacket } from 'mysql2'
import type { Connection, RelationColumn, StatementOptions } from '../engine.ts'
import { mysqlDialect } from './dialect.ts'
import { refuseWriting } from './guard.ts'
import type { MysqlSession } from './session.ts'
import { typeName, withoutWidth } from './type-names.ts'

const text = (value: string): string => mysqlDialect.literal({ type: 'string', value })
const schemaOf = (schema?: string | null): string => (schema ? text(schema) : 'DATABASE()')

const describe = async (session: MysqlSession, sql: string, how: StatementOptions): Promise<RelationColumn[]> => {
  refuseWriting(sql)
  await session.prepareFor(how)
  return new Promise((resolve, reject) => {
    session.wire.prepare(sql, (error, statement) => {
      if (error) return reject(error)
      const { columns } = statement as unknown as { columns: FieldPacket[] }
      resolve(columns.map((field) => ({ name: field.name, type: typeName(field), nullable: true })))
      statement.close()
    })
  })
}

/** Schemas, tables and columns as `information_schema` lists them. */
export const catalogQueries = (
  session: MysqlSession,
): Pick<Connection, 'catalogs' | 'defaultCatalog' | 'schemas' | 'defaultSchema' | 'tables' | 'columns' | 'describe'> => ({
  catalogs: async () => [],
  defaultCatalog: async () => null,
  schemas: async () => {
    const found = await session.rows('SELECT schema_name FROM information_schema.schemata ORDER BY 1')
    return found.map(([name]) => name ?? '')
  },
  defaultSchema: async () => (await session.rows('SELECT DATABASE()'))[0]?.[0] ?? null,
  tables: async (schema) => {
    const found = await session.rows(
      `SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = ${schemaOf(schema)} ORDER BY 1`,
    )
    return found.map(([name, kind]) => ({ name: name ?? '', kind: kind?.endsWith('VIEW') ? 'view' : 'table' }))
  },
  columns: async ({ schema, table }) => {
    const found = await session.rows(
      `SELECT column_name, column_type, is_nullable, column_comment FROM information_schema.columns WHERE table_schema = ${schemaOf(schema)} AND table_name = ${text(table)} ORDER BY ordinal_position`,
    )
    return found.map(([name, type, nullable, comment]) => ({
      name: name ?? '',
      type: withoutWidth(type ?? ''),
      nullable: nullable === 'YES',
      ...(comment && { comment }),
    }))
  },
  describe: (sql, how) => describe(session, sql, how),
})
