// Before `npm pack`: the front end, the bundled server and the example files go to dist/. Runs on Node 20 and newer; its messages go to
// stderr, because a caller may read the name of the package from stdout.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { build } from './start/build.mjs'
import { install, ownEnvironment } from './start/install.mjs'
import { ownNode, root } from './start/runtime.mjs'

await install()
await build()
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const { status } = spawnSync(ownNode(), [vite, 'build', '--config', 'vite.server.config.ts', '--logLevel', 'warn'], {
  cwd: root,
  stdio: ['ignore', 2, 2],
  env: ownEnvironment(),
})
process.exit(status ?? 1)
