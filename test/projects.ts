import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Whether a test file may share the modules of its worker: loading them anew for each file takes as long as the tests. A file that replaces
 * modules is none of them, because another one may have loaded these before; those of `ingest` share a folder of one file.
 */
const sharesModules = (file: string): boolean =>
  !file.startsWith('src/server/ingest/') && !readFileSync(join(root, file), 'utf8').includes('vi.mock(')

/** The projects of a run over the files of some patterns. */
export const projectsOf = ({ include, exclude }: { include: string[]; exclude: string[] }) => {
  const files = globSync(include, { cwd: root, exclude })
  return [
    { extends: true as const, test: { name: 'sharing', include: files.filter(sharesModules), isolate: false } },
    { extends: true as const, test: { name: 'isolated', include: files.filter((file) => !sharesModules(file)) } },
  ]
}
