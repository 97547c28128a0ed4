// Runs the server, restarting on changes, behind Vite with hot reload.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { install, ownEnvironment } from './start/install.mjs'
import { ownNode, root } from './start/runtime.mjs'

await install()
const port = process.env['CHARTROOM_PORT'] ?? '8088'
const start = (args) =>
  spawn(ownNode(), args, { cwd: root, stdio: 'inherit', env: { ...ownEnvironment(), NODE_ENV: 'development', CHARTROOM_PORT: port } })
const children = [
  start([
    '--watch-path=src/server',
    '--watch-path=src/engines',
    '--watch-path=src/api',
    '--watch-path=src/core',
    'src/server/main.ts',
    ...process.argv.slice(2),
  ]),
  start([join(root, 'node_modules', 'vite', 'bin', 'vite.js')]),
]
const stop = () => {
  for (const child of children) child.kill()
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
