import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadResult } from '#api/upload.ts'
import type { Principal } from '#core/access/principal.ts'
import type { Context } from '../../context.ts'
import { phaseText, toResult } from '../../house/ingest-result.ts'
import { loadFile } from '../../ingest/run-ingest.ts'
import type { FileColumn, ReadOptions } from '../../ingest/task.ts'
import { engineTarget, openDatabase } from './into-database.ts'
import { storeRows } from './into-engine.ts'
import { deleteUploadedFile, uploadPaths } from './store.ts'

type Order = {
  database: number
  upload: string
  name: string
  schema: string
  table: string
  options: ReadOptions
  columns?: FileColumn[] | undefined
  replace: boolean
  append: boolean
  keep: boolean
}

type Run = { principal: Principal; signal: AbortSignal; progress: (fraction: number | null, message: string) => void }

/** Writes an uploaded file into a table of a connected database. Unlike house tables, its rejected lines do not stop it. */
export const loadIntoDatabase = async (ctx: Context, order: Order, { principal, signal, progress }: Run): Promise<UploadResult> => {
  const { file, folder, rejects } = uploadPaths(ctx, order.upload)
  // A killed run that had written its rows must not write them again.
  const written = join(folder, `written ${order.table.replaceAll(/\W/g, '_')}`)
  if (existsSync(written)) return JSON.parse(await readFile(written, 'utf8')) as UploadResult
  const asked = { ctx, principal, signal }
  const existing = order.replace ? ('replace' as const) : order.append ? ('append' as const) : ('fail' as const)
  const form = { table_name: order.table, already_exists: existing, ...(order.schema && { schema: order.schema }) }
  const database = await openDatabase(ctx, principal, { databaseId: order.database, form })
  const target = await engineTarget(asked, database, form)
  const path = join(folder, 'table.duckdb')
  try {
    const { name, options, columns } = order
    const loaded = await loadFile(
      { path: file, name, options, target: path, rejects, ...(columns && { columns }) },
      { signal, progress: (fraction, phase) => progress(fraction, phaseText(phase)) },
    )
    progress(null, phaseText('loading'))
    const datasetId = await storeRows(asked, target, { path, id: order.upload, columns: loaded.columns, existing })
    const result = toResult(datasetId, loaded)
    await writeFile(written, JSON.stringify(result))
    if (!order.keep) await deleteUploadedFile(ctx, order.upload)
    return result
  } finally {
    await rm(path, { force: true })
  }
}
