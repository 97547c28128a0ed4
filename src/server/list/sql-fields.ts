import type { TableName } from '#core/sql/inspect.ts'
import type { Context } from '../context.ts'
import type { Field } from './field.ts'

/** The database that a column refers to. */
export const databaseOf = (column: string): Field => ({
  columns: [column],
  read: async (rows, { ctx }) => {
    const ids = [...new Set(rows.flatMap((row) => (typeof row[column] === 'number' ? [row[column]] : [])))]
    const found = ids.length ? await ctx.db.selectFrom('databases').select(['id', 'database_name']).where('id', 'in', ids).execute() : []
    return (row) => found.find(({ id }) => id === row[column]) ?? null
  },
})

/** The tables that a row's SQL reads; none where it cannot be parsed, as with templates in it. */
export const tablesOf = (parser: Context['sql']): Field => ({
  columns: ['sql'],
  read: async (rows) => {
    const tables = new Map<number, TableName[]>()
    for (const row of rows) {
      const text = typeof row['sql'] === 'string' ? row['sql'] : ''
      const parsed = text ? await parser.parse({ text, dialect: 'generic' }) : null
      const named = parsed && 'statements' in parsed ? parsed.statements.flatMap((statement) => statement.tables) : []
      tables.set(
        row.id,
        named.map(({ catalog, schema, table }) => ({ catalog, schema, table })),
      )
    }
    return (row) => tables.get(row.id) ?? []
  },
})
