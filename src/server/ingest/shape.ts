import type { DuckDBConnection } from '@duckdb/node-api'
import { MessageError } from '#core/errors.ts'
import { columnsOf, withReadErrors } from './relation.ts'
import { makeTableFile, mainTimeColumn, quoteName, quoteText, rowsOf, scalar } from './table-file.ts'
import type { FileColumn, Loaded, TableShape } from './task.ts'

type Reshaped = {
  loaded: Loaded
  /** The loaded table file. */
  source: string
  target: string
  shape: TableShape
  /** The table file that rows are appended to. */
  former?: string | undefined
}

/**
 * Creates the final table from the loaded one: selects columns and rows, and appends them to a former table.
 * @throws MessageError 422 if the new rows do not fit the former table
 */
export const reshape = ({ loaded, source, target, shape, former }: Reshaped): Promise<Loaded> =>
  withReadErrors(() =>
    makeTableFile(target, async (db) => {
      await db.run(`attach ${quoteText(source)} as loaded (read_only)`)
      const columns = shape.columns ?? loaded.columns.map(({ name }) => ({ name, from: name }))
      const values = columns.map(({ name, from }) => `${from === null ? 'rowid' : quoteName(from)} as ${quoteName(name)}`)
      const select = `select ${values.join(', ')} from loaded.data${shape.limit === undefined ? '' : ` limit ${shape.limit}`}`
      if (former === undefined) await db.run(`create table data as ${select}`)
      else await append(db, select, former)
      await db.run('detach loaded')
      const widened = new Map(loaded.columns.map(({ name, widenedFrom }) => [name, widenedFrom]))
      const made = (await columnsOf(db, 'data')).map((column) => {
        const from = columns.find(({ name }) => isNamed(column, name))?.from
        const widenedFrom = widened.get(from ?? '')
        return { ...column, ...(widenedFrom !== undefined && { widenedFrom }) }
      })
      const rows = Number(await scalar(db, 'select count(*) from data'))
      return { ...loaded, rows, columns: made, mainTime: mainTimeColumn(made) }
    }),
  )

/** Appends rows, matching columns by name; missing columns are null. */
const append = async (db: DuckDBConnection, select: string, former: string): Promise<void> => {
  await db.run(`attach ${quoteText(former)} as former (read_only)`).catch((cause: unknown) => {
    throw new MessageError(422, 'The rows of the table are missing or damaged: nothing can be appended to them', { cause })
  })
  await db.run(`create temp table added as ${select}`)
  const [known, added] = [await columnsOf(db, 'former.data'), await columnsOf(db, 'added')]
  const strange = added.find(({ name }) => !known.some((column) => isNamed(column, name)))
  if (strange) throw new MessageError(422, `The table has no column "${strange.name}"`)
  const [filled] = await rowsOf(db, `select ${added.map(({ name }, i) => `count(${quoteName(name)}) as c${i}`).join(', ')} from added`)
  const values = added.map(({ name }, i) => (filled?.[`c${i}`] === '0' ? `null as ${quoteName(name)}` : quoteName(name)))
  const both = `from former.data union all by name select ${values.join(', ')} from added`
  requireSameTypes(known, added, await columnsOf(db, `(${both})`))
  await db.run(`create table data as ${both}`)
  await db.run('drop table added')
  await db.run('detach former')
}

const isNamed = (column: FileColumn, name: string) => column.name.toLowerCase() === name.toLowerCase()

/** Existing columns must keep their types, because charts depend on them. */
const requireSameTypes = (known: FileColumn[], added: FileColumn[], both: FileColumn[]): void => {
  const changed = known.find(({ name, type }) => both.some((column) => isNamed(column, name) && column.type !== type))
  if (!changed) return
  const type = added.find(({ name }) => isNamed(changed, name))?.type ?? ''
  throw new MessageError(422, `"${changed.name}" is ${changed.type} in the table and ${type} in the file`)
}
