import { Readable } from 'node:stream'
import type { Context } from '../context.ts'
import { loadFile } from '../ingest/run-ingest.ts'
import type { Loaded } from '../ingest/task.ts'
import { deleteUpload, storeUpload, uploadPaths } from '../resources/upload/store.ts'
import { phaseText } from './ingest-result.ts'

type Rows = {
  /** A Parquet file, block by block. */
  blocks: AsyncIterable<Uint8Array>
  userId: number
  /** The path of the table file. */
  target: string
}

type Running = { signal: AbortSignal; progress?: (fraction: number | null, phase: string) => void }

/** Writes rows that an engine delivers into a table file. @throws what the engine throws */
export const writeRows = async (
  ctx: Pick<Context, 'config'>,
  { blocks, userId, target }: Rows,
  { signal, progress }: Running,
): Promise<Loaded> => {
  const name = 'rows.parquet'
  const upload = await storeUpload(ctx, { name, body: Readable.from(blocks), userId })
  const { file: path, rejects } = uploadPaths(ctx, upload.id)
  try {
    return await loadFile(
      { path, name, options: {}, target, rejects },
      { signal, progress: (fraction, phase) => progress?.(fraction, phaseText(phase)) },
    )
  } finally {
    await deleteUpload(ctx, upload.id)
  }
}
