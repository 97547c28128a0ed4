import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { binFolder, tablesFolder } from '../house/folders.ts'
import type { TableFiles } from './table-files.ts'

/** Table files in a folder of the data directory, with a bin beside it. */
export const createFolderTableFiles = (dataDir: string): TableFiles => {
  const tables = tablesFolder(dataDir)
  const bin = binFolder(dataDir)
  return {
    create: async (name = randomUUID()) => {
      await mkdir(tables, { recursive: true })
      const file = `${name}.duckdb`
      return { file, path: join(tables, file) }
    },
    // The file was created in place.
    put: async () => {},
    pathOf: async (file) => join(tables, file),
    list: () => readdir(tables).catch(() => []),
    discard: async (file, now) => {
      const from = join(tables, file)
      if (!existsSync(from)) return
      await mkdir(bin, { recursive: true })
      const to = join(bin, existsSync(join(bin, file)) ? `${now.getTime()}-${file}` : file)
      // `emptyBin` counts from the modification time.
      await utimes(from, now, now)
      await rename(from, to)
    },
    emptyBin: async (before) => {
      for (const file of await readdir(bin).catch(() => [])) {
        const path = join(bin, file)
        const { mtimeMs } = await stat(path)
        if (mtimeMs < before.getTime()) await rm(path, { recursive: true, force: true })
      }
    },
    remove: (file) => rm(join(tables, file), { recursive: true, force: true }),
  }
}
