import type { DuckDBConnection } from '@duckdb/node-api'
import { MessageError } from '#core/errors.ts'
import { columnsFault } from '#core/upload/names.ts'
import { makeTableFile, mainTimeColumn, quoteName, quoteText, rowsOf, withScratch } from './table-file.ts'
import { blankedCells, chosenTypes, misfitRows, writeMisfits, type ChosenTypes } from './chosen-types.ts'
import type { FileColumn, FileKind, IngestTask, Loaded, Preview, RejectedLine, TableTask } from './task.ts'

/** A file that DuckDB reads itself: statements to run first, and the relation with its rows. */
export type Relation = { kind: FileKind; prepare?: string[]; from: string; tables: string[]; table?: string }

export const columnsOf = async (db: DuckDBConnection, from: string): Promise<FileColumn[]> =>
  (await rowsOf(db, `describe select * from ${from}`)).map((row) => ({
    name: row['column_name'] ?? '',
    type: row['column_type'] ?? 'VARCHAR',
  }))

/** Types for which the preview shows ranges. */
const isPlain = (type: string) => !/[[({]|STRUCT|MAP|BLOB|JSON/.test(type) || type.startsWith('DECIMAL')

const toReadError = (error: unknown): MessageError =>
  new MessageError(
    422,
    `The file cannot be read: ${
      String((error as Error).message)
        .split('\n')[0]
        ?.replaceAll(/"?\/[^\s":']+"?/g, 'the file') ?? ''
    }`,
    { cause: error },
  )

export const withReadErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof MessageError ? error : toReadError(error)
  }
}

/** The user's columns, else those of the file. */
const columnsAsked = (found: FileColumn[], asked: FileColumn[] | undefined): FileColumn[] =>
  (asked?.length === found.length ? asked : found).map(({ found: isFound, ...column }, i) =>
    isFound ? { ...column, type: found[i]?.type ?? column.type } : column,
  )

const firstRejected = 20

const rejectedOfSample = async (db: DuckDBConnection, types: ChosenTypes): Promise<Preview['rejected']> => {
  const first: RejectedLine[] = []
  const lines = new Map<string, number>()
  let count = 0
  for await (const line of misfitRows(db, 'sample', types)) {
    if (count++ < firstRejected) first.push(line)
    const name = line.cause.code === 'value' ? line.cause.column : ''
    lines.set(name, (lines.get(name) ?? 0) + 1)
  }
  const columns = [...lines].map(([name, lineCount]) => ({ name, lines: lineCount })).toSorted((one, other) => other.lines - one.lines)
  return { count, first, columns }
}

export const previewRelation = (
  relation: Relation,
  task: Pick<Extract<IngestTask, { kind: 'preview' }>, 'options' | 'columns'>,
): Promise<Preview> =>
  withReadErrors(() =>
    withScratch(async (db) => {
      for (const statement of relation.prepare ?? []) await db.run(statement)
      const found = await columnsOf(db, relation.from)
      if (found.length === 0) throw new MessageError(422, 'The file has no columns')
      await db.run(`create table sample as select * from ${relation.from} limit 50000`)
      const columns = columnsAsked(found, task.columns)
      requireColumnNames(columns)
      const types = chosenTypes(found, columns)
      const blanks = task.options.misfits === 'blank'
      await db.run(`create table typed as select ${types.select} from sample ${rowsKept(types, blanks)}`)
      const facts = columns.map(({ name, type }, i) => {
        const column = quoteName(name)
        const range = isPlain(type) ? `left(min(${column})::varchar, 40) as min${i}, left(max(${column})::varchar, 40) as max${i},` : ''
        return `${range} count(${column}) as filled${i}`
      })
      const [fact] = await rowsOf(db, `select count(*) as rows, ${facts.join(', ')} from typed`)
      const sampled = Number(fact?.['rows'])
      const rows = await rowsOf(db, 'select columns(*)::varchar from typed limit 100')
      return {
        kind: relation.kind,
        options: { ...(relation.table && { table: relation.table }), ...(blanks && { misfits: 'blank' as const }) },
        columns: columns.map((column, i) => ({
          ...column,
          ...(column.type === found[i]?.type && { found: true }),
          min: fact?.[`min${i}`] ?? null,
          max: fact?.[`max${i}`] ?? null,
          nulls: sampled - Number(fact?.[`filled${i}`]),
        })),
        rows: rows.map((row) => Object.values(row)),
        sampled,
        rejected: blanks ? { count: 0, first: [], columns: [] } : await rejectedOfSample(db, types),
        ...(blanks && { blanked: await blankedCells(db, 'sample', types) }),
        tables: relation.tables,
      }
    }),
  )

/** The condition that excludes rows with values that do not fit, unless only their cells are left empty. */
const rowsKept = ({ misfit }: ChosenTypes, blanks: boolean): string =>
  misfit === null || blanks ? '' : `where not coalesce(${misfit}, false)`

/** Loads the rows, and records the rejected ones. */
export const loadRelation = (relation: Relation, task: Extract<IngestTask, { kind: 'load' }>): Promise<Loaded> =>
  withReadErrors(() =>
    makeTableFile(task.target, async (db) => {
      for (const statement of relation.prepare ?? []) await db.run(statement)
      const found = await columnsOf(db, relation.from)
      const columns = columnsAsked(found, task.columns)
      requireColumnNames(columns)
      const types = chosenTypes(found, columns)
      const blanks = task.options.misfits === 'blank'
      await db.run(`create table data as select ${types.select} from ${relation.from} ${rowsKept(types, blanks)}`)
      const rejected = blanks ? 0 : await writeMisfits(db, relation.from, { types, path: task.rejects })
      const blanked = blanks ? await blankedCells(db, relation.from, types) : []
      const [count] = await rowsOf(db, 'select count(*) as n from data')
      return { rows: Number(count?.['n'] ?? 0), rejected, blanked, columns, mainTime: mainTimeColumn(columns) }
    }),
  )

/** @throws MessageError 422 for invalid or duplicate column names */
const requireColumnNames = (columns: FileColumn[]): void => {
  const fault = columnsFault(columns.map(({ name }) => name))
  if (fault !== null) throw new MessageError(422, fault)
}

export const makeTable = ({ select, file, target }: TableTask): Promise<Loaded> =>
  withReadErrors(() =>
    makeTableFile(target, async (db) => {
      await db.run(`create table data as ${select.replace('$file', quoteText(file))}`)
      const columns = await columnsOf(db, 'data')
      const [count] = await rowsOf(db, 'select count(*) as n from data')
      return { rows: Number(count?.['n'] ?? 0), rejected: 0, columns, mainTime: mainTimeColumn(columns) }
    }),
  )
