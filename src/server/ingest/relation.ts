import type { DuckDBConnection } from '@duckdb/node-api'
import { MessageError } from '#core/errors.ts'
import { columnsFault } from '#core/upload/names.ts'
import { makeTableFile, mainTimeColumn, quoteName, quoteText, rowsOf, withScratch } from './table-file.ts'
import type { FileColumn, FileKind, IngestTask, Loaded, Preview, TableTask } from './task.ts'

/** A file that DuckDB itself reads: what to run first, and the relation that holds its rows. */
export type Relation = { kind: FileKind; prepare?: string[]; from: string; tables: string[]; table?: string }

export const columnsOf = async (db: DuckDBConnection, from: string): Promise<FileColumn[]> =>
  (await rowsOf(db, `describe select * from ${from}`)).map((row) => ({
    name: row['column_name'] ?? '',
    type: row['column_type'] ?? 'VARCHAR',
  }))

/** Types that keep their order as text, for the ranges of the preview. */
const isPlain = (type: string) => !/[[({]|STRUCT|MAP|BLOB|JSON/.test(type) || type.startsWith('DECIMAL')

const cleaned = (error: unknown): MessageError =>
  new MessageError(
    422,
    `The file cannot be read: ${
      String((error as Error).message)
        .split('\n')[0]
        ?.replaceAll(/"?\/[^\s":']+"?/g, 'the file') ?? ''
    }`,
    { cause: error },
  )

export const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof MessageError ? error : cleaned(error)
  }
}

export const previewRelation = (relation: Relation): Promise<Preview> =>
  guarded(() =>
    withScratch(async (db) => {
      for (const statement of relation.prepare ?? []) await db.run(statement)
      const columns = await columnsOf(db, relation.from)
      if (columns.length === 0) throw new MessageError(422, 'The file has no columns')
      await db.run(`create table sample as select * from ${relation.from} limit 50000`)
      const facts = columns.map(({ name, type }, i) => {
        const column = quoteName(name)
        const range = isPlain(type) ? `left(min(${column})::varchar, 40) as min${i}, left(max(${column})::varchar, 40) as max${i},` : ''
        return `${range} count(*) filter (where ${column} is null) as nulls${i}`
      })
      const [found] = await rowsOf(db, `select count(*) as rows, ${facts.join(', ')} from sample`)
      const rows = await rowsOf(db, 'select columns(*)::varchar from sample limit 100')
      return {
        kind: relation.kind,
        options: relation.table ? { table: relation.table } : {},
        columns: columns.map((column, i) => ({
          ...column,
          found: true,
          min: found?.[`min${i}`] ?? null,
          max: found?.[`max${i}`] ?? null,
          nulls: Number(found?.[`nulls${i}`] ?? 0),
        })),
        rows: rows.map((row) => Object.values(row)),
        sampled: Number(found?.['rows'] ?? 0),
        rejected: { count: 0, first: [], columns: [] },
        tables: relation.tables,
      }
    }),
  )

export const loadRelation = (relation: Relation, task: Extract<IngestTask, { kind: 'load' }>): Promise<Loaded> =>
  guarded(() =>
    makeTableFile(task.target, async (db) => {
      for (const statement of relation.prepare ?? []) await db.run(statement)
      const found = await columnsOf(db, relation.from)
      const asked = task.columns?.length === found.length ? task.columns : found
      const chosen = asked.map(({ found: isFound, ...column }, i) =>
        isFound ? { ...column, type: found[i]?.type ?? column.type } : column,
      )
      demandColumnNames(chosen)
      const casts = found.map(({ name, type }, i) => {
        const wanted = chosen[i] ?? { name, type }
        const value = wanted.type === type ? quoteName(name) : `cast(${quoteName(name)} as ${typeText(wanted.type)})`
        return `${value} as ${quoteName(wanted.name)}`
      })
      await db.run(`create table data as select ${casts.join(', ')} from ${relation.from}`)
      const [count] = await rowsOf(db, 'select count(*) as n from data')
      return { rows: Number(count?.['n'] ?? 0), rejected: 0, columns: chosen, mainTime: mainTimeColumn(chosen) }
    }),
  )

/** @throws MessageError 422 for names that one table cannot have */
const demandColumnNames = (columns: FileColumn[]): void => {
  const fault = columnsFault(columns.map(({ name }) => name))
  if (fault !== null) throw new MessageError(422, fault)
}

/** A type's text comes from a person: only words, digits, parentheses and commas pass. */
const typeText = (type: string): string => {
  if (!/^[A-Za-z][A-Za-z0-9_ ]*(\(\d+(,\s*\d+)?\))?$/.test(type)) throw new MessageError(422, `"${type}" is no column type`)
  return type
}

export const makeTable = ({ select, file, target }: TableTask): Promise<Loaded> =>
  guarded(() =>
    makeTableFile(target, async (db) => {
      await db.run(`create table data as ${select.replace('$file', quoteText(file))}`)
      const columns = await columnsOf(db, 'data')
      const [count] = await rowsOf(db, 'select count(*) as n from data')
      return { rows: Number(count?.['n'] ?? 0), rejected: 0, columns, mainTime: mainTimeColumn(columns) }
    }),
  )
