import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Path from the root (`src/core/table.ts`) → text. */
export type Sources = ReadonlyMap<string, string>

/** A violation: its place and what is wrong. */
export type Finding = { path: string; line?: number; message: string }

export const readSources = (root: string, folders: string[]): Sources =>
  new Map(
    folders
      .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|css)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(root, path), readFileSync(path, 'utf8')]),
  )

export const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length
