// Runs on any Node from 20 on: brings the project's own runtime and packages, builds when stale, then serves.
import module from 'node:module'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from './start/build.mjs'
import { install, ownNode, root } from './start/install.mjs'
import { stopWithParent } from './start/parent.mjs'

const args = process.argv.slice(2)
const major = Number(process.versions.node.split('.')[0])

if (major < 20) {
  console.error(`Node ${process.versions.node} is too old to start with. Install Node 20 or newer.`)
  process.exit(1)
}
stopWithParent()
await install()
if (!args.includes('--help')) await build()

if (major >= 26) {
  module.enableCompileCache?.(join(root, '.cache', 'compile'))
  await import('../src/server/main.ts')
} else {
  const child = spawn(ownNode(), [join(root, 'scripts', 'start.mjs'), ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
