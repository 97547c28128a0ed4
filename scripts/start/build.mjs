import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownEnvironment } from './install.mjs'
import { ownNode, root } from './runtime.mjs'

const sources = ['src/web', 'src/core', 'src/api', 'src/charts']
const files = ['package-lock.json', 'vite.config.ts', 'scripts/custom-media.ts']
const stamp = join(root, 'dist', 'web', '.stamp')

const fingerprint = () => {
  const hash = createHash('sha256')
  const note = (path) => {
    const { mtimeMs, size } = statSync(path)
    hash.update(`${path}\0${mtimeMs}\0${size}\n`)
  }
  for (const file of files) note(join(root, file))
  for (const folder of sources) {
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    for (const entry of entries) if (entry.isFile()) note(join(entry.parentPath ?? entry.path, entry.name))
  }
  return hash.digest('hex')
}

/** Builds the front end when a source changed since the last build. */
export const build = async () => {
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error('Building…')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const result = spawnSync(ownNode(), [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: ownEnvironment(),
  })
  if (result.status !== 0) {
    console.error('The build failed; see the lines above.')
    process.exit(1)
  }
  mkdirSync(join(root, 'dist', 'web'), { recursive: true })
  writeFileSync(stamp, wanted)
}
