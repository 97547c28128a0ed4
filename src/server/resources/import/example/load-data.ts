import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exampleSchema } from '#core/examples.ts'
import { forbidden, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { hasPair, type Principal } from '#core/access/principal.ts'
import type { Context } from '../../../context.ts'
import { currentTable } from '../../../house/house.ts'
import { publishTable } from '../../../house/publish-table.ts'
import { requireValidNames } from '../../../house/table-names.ts'
import { makeTables } from '../../../ingest/run-ingest.ts'
import type { Loaded } from '../../../ingest/task.ts'
import type { ExampleData } from './read-example.ts'

type Asked = { principal: Principal; signal: AbortSignal }
type Made = { table: string; file: string; loaded: Loaded }

const damaged = () => new MessageError(422, t('The data of the example could not be read.'))

/**
 * Runs `write` between reading the rows of an example and publishing them, so that nothing is written for rows that cannot be read.
 * Tables that are here stay as they are.
 */
export const withExampleData = async <T>(ctx: Context, data: readonly ExampleData[], asked: Asked, write: () => Promise<T>): Promise<T> => {
  const missing: ExampleData[] = []
  for (const each of data) if (!(await currentTable(ctx, { schema: exampleSchema, table: each.table }))) missing.push(each)
  if (missing.length && !hasPair(asked.principal, 'can_upload', 'Database')) throw forbidden()
  for (const { table } of missing) await requireValidNames(ctx.db, { schema: exampleSchema, table })
  const made = await makeFiles(ctx, missing, asked)
  let published = 0
  try {
    const written = await write()
    for (const { table, file, loaded } of made) {
      await publishTable(ctx, { principal: asked.principal, how: 'import' }, { schema: exampleSchema, table, file, loaded, replace: true })
      published += 1
    }
    return written
  } finally {
    for (const { file } of made.slice(published)) await ctx.tableFiles.remove(file)
  }
}

/** One table file for each, or none. */
const makeFiles = async (ctx: Context, data: readonly ExampleData[], { signal }: Asked): Promise<Made[]> => {
  if (!data.length) return []
  const folder = await mkdtemp(join(tmpdir(), 'chartroom-example-'))
  const places = await Promise.all(data.map(() => ctx.tableFiles.create()))
  const made: Made[] = []
  try {
    const tasks = await Promise.all(
      data.map(async ({ parquet }, i) => {
        const source = join(folder, `${i}.parquet`)
        await writeFile(source, parquet)
        return { select: 'select * from read_parquet($file)', file: source, target: places[i]?.path ?? '' }
      }),
    )
    for await (const loaded of makeTables(tasks, { signal }))
      made.push({ table: data[made.length]?.table ?? '', file: places[made.length]?.file ?? '', loaded })
    if (made.length < data.length) throw damaged()
    return made
  } catch (error) {
    for (const { file } of places) await ctx.tableFiles.remove(file)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
