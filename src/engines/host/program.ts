import { join } from 'node:path'

/** In the installed package the server is bundled into one folder; in a clone it runs from its sources. */
export const isBundled = !import.meta.filename.endsWith('.ts')

/** What a child process runs: `main.ts` in the folder of the module that starts it, or the bundle of that name. */
export const programPath = (folder: string, name: 'host' | 'ingest' | 'render' | 'sql'): string =>
  join(folder, isBundled ? `${name}.js` : 'main.ts')
