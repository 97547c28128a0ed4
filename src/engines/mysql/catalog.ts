import type { FieldPacket } from 'mysql2'
import type { Connection, RelationColumn, StatementOptions } from '../engine.ts'
import { groupOutline } from '../shared/outline.ts'
import { latestOf, readLiterals } from '../shared/partitions.ts'
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

/** The columns of a partition expression; null where it computes. */
const plainNames = (expression: string): string[] | null => {
  const names = expression.split(',').map((part) => /^\s*(?:`((?:[^`]|``)+)`|(\w+))\s*$/.exec(part))
  return names.every((name) => name !== null) ? names.map(([, quoted, plain]) => quoted?.replaceAll('``', '`') ?? plain ?? '') : null
}

/** The expression that a function returns, as a query; null for a function that does more. */
const returnedQuery = (body: string): string | null => {
  const [, expression] = /^\s*RETURN\b([^]*)$/i.exec(body) ?? []
  return expression === undefined ? null : `SELECT ${expression.trim()}`
}

/** Schemas, tables and columns as `information_schema` lists them. */
export const catalogQueries = (
  session: MysqlSession,
): Pick<
  Connection,
  | 'catalogs'
  | 'defaultCatalog'
  | 'schemas'
  | 'defaultSchema'
  | 'tables'
  | 'columns'
  | 'outline'
  | 'views'
  | 'functions'
  | 'partitions'
  | 'describe'
> => ({
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
      `SELECT column_name, column_type, is_nullable, column_comment, column_key FROM information_schema.columns WHERE table_schema = ${schemaOf(schema)} AND table_name = ${text(table)} ORDER BY ordinal_position`,
    )
    return found.map(([name, type, nullable, comment, key]) => ({
      name: name ?? '',
      type: withoutWidth(type ?? ''),
      nullable: nullable === 'YES',
      ...(comment && { comment }),
      ...(key === 'PRI' && { isKey: true as const }),
    }))
  },
  outline: async () => {
    const found = await session.rows(
      `SELECT c.table_schema, c.table_name, t.table_type, c.column_name, c.column_type FROM information_schema.columns c JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name WHERE c.table_schema NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys') ORDER BY c.table_schema, c.table_name, c.ordinal_position`,
    )
    return groupOutline(found.map((row) => row.with(4, withoutWidth(row[4] ?? ''))))
  },
  views: async () => {
    const found = await session.rows(
      "SELECT table_schema, table_name, view_definition FROM information_schema.views WHERE table_schema NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')",
    )
    // It is empty for whom the right SHOW VIEW is missing.
    return found.map(([schema = null, name, definition]) => ({ schema, name: name ?? '', definition: definition || null }))
  },
  functions: async () => {
    // Not all relatives know functions of their users.
    const known = await session.rows(
      "SELECT 1 FROM information_schema.tables WHERE LOWER(table_schema) = 'information_schema' AND LOWER(table_name) = 'routines'",
    )
    if (known.length === 0) return []
    const found = await session.rows(
      "SELECT routine_name, routine_definition FROM information_schema.routines WHERE routine_type = 'FUNCTION' AND routine_schema NOT IN ('mysql', 'sys')",
    )
    return found.map(([name, body]) => ({ name: name ?? '', definition: returnedQuery(body ?? '') }))
  },
  partitions: async ({ schema, table }) => {
    const found = await session.rows(
      `SELECT partition_method, partition_expression, partition_description, table_rows > 0 FROM information_schema.partitions WHERE table_schema = ${schemaOf(schema)} AND table_name = ${text(table)} AND partition_name IS NOT NULL ORDER BY partition_ordinal_position, subpartition_ordinal_position`,
    )
    const [method = '', expression = ''] = found[0] ?? []
    const columns = plainNames(expression ?? '')
    const isRange = method?.startsWith('RANGE') ?? false
    const [column] = columns ?? []
    if (!columns || column === undefined || !(isRange || method?.startsWith('LIST'))) return null
    if (columns.length > 1) return { columns, latest: null, isRange }
    const values = found.flatMap(([, , description], i) => {
      const isFilled = found[i]?.[3] === '1'
      // A partition by range begins where the one before ends.
      const bound = isRange ? found[i - 1]?.[2] : description
      return isFilled && bound ? (readLiterals(bound) ?? []) : []
    })
    return latestOf(column, values, isRange)
  },
  describe: (sql, how) => describe(session, sql, how),
})
