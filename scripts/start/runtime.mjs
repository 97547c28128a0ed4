import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..', '..')

const { platform, arch } = process
const system = platform === 'win32' ? 'win' : platform
const { resolve } = createRequire(import.meta.url)

/** The Node that comes as a package for this machine; the packages differ in their names. */
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

/** Path of the Node that the product brings with it. */
export const ownNode = () => {
  const path = found()
  if (path && existsSync(path)) return path
  console.error(`Node 26 did not come along for ${platform}-${arch}: install without --omit=optional, or start with Node 26.`)
  process.exit(1)
}
