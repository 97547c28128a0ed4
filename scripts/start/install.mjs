import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ownNode, root } from './runtime.mjs'

const stamp = join(root, 'node_modules', '.chartroom-lock')
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** Installs exactly what the lockfile says, unless already done; no package needs its install script. */
export const install = async () => {
  const wanted = lockHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error('Installing (locked)…')
  const result = spawnSync(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (result.status !== 0) {
    console.error('The packages could not be installed; see the lines above.')
    process.exit(1)
  }
  ownNode()
  writeFileSync(stamp, wanted)
}

/** The environment in which `node` is the project's own, and the many processes of a test run compile each module once. */
export const ownEnvironment = () => ({
  NODE_COMPILE_CACHE: join(root, '.cache', 'compile'),
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
})
