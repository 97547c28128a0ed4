import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..', '..')

const { platform, arch } = process
const system = platform === 'win32' ? 'win' : platform
const { resolve } = createRequire(import.meta.url)

/** The Node package of this platform; the packages differ in their names. */
const found = () => {
  for (const name of [`node-${system}-${arch}`, `node-bin-${system}-${arch}`]) {
    try {
      return join(dirname(resolve(`${name}/package.json`)), 'bin', platform === 'win32' ? 'node.exe' : 'node')
    } catch {
      // The other name, or none.
    }
  }
  return undefined
}

/** Path of the Node that the product installs. */
export const ownNode = () => {
  const path = found()
  if (path && existsSync(path)) return path
  console.error(`Node 26 is not installed for ${platform}-${arch}: install without --omit=optional, or start with Node 26.`)
  process.exit(1)
}

/**
 * How glibc allocates memory for the web process. By default it keeps up to eight pools of freed memory per core, and puts ever larger
 * blocks between the small ones that stay, so that the process grows for hours under load. With two pools, and blocks of 32 KB and more
 * (parts of bodies, work space of compression) in mappings of their own, its memory is flat (`npm run bench -- memory`).
 */
const allocatorSettings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768', MALLOC_TRIM_THRESHOLD_: '262144' }

/** The environment in which the server runs. Query hosts are unaffected: they get an environment of their own. */
export const serverEnvironment = (own = process.env) => ({ ...allocatorSettings, ...own })

/** Room for young objects from the beginning (MB): growing to it takes a tenth of the time until the first answer. */
export const serverFlags = ['--min-semi-space-size=16']

/** Whether this process already runs in that environment: the allocator reads it once, when a process starts. */
export const hasServerEnvironment = () =>
  platform !== 'linux' || Object.keys(allocatorSettings).every((name) => process.env[name] !== undefined)
