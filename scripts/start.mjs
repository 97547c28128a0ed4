#!/usr/bin/env node
// The command `chartroom`, and `npm start` in a clone, which first installs the packages and builds if outdated. Runs on Node 20 and newer
// and serves on the Node that comes along.
import module from 'node:module'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { stopWithParent } from './start/parent.mjs'
import { hasServerEnvironment, ownNode, root, serverEnvironment, serverFlags } from './start/runtime.mjs'

const args = process.argv.slice(2)
const major = Number(process.versions.node.split('.')[0])
const isClone = existsSync(join(root, 'src'))

if (major < 20) {
  console.error(`Node ${process.versions.node} is too old. Install Node 20 or newer.`)
  process.exit(1)
}
stopWithParent()
if (isClone) {
  const [{ install }, { build }] = await Promise.all([import('./start/install.mjs'), import('./start/build.mjs')])
  await install()
  if (!args.includes('--help')) await build()
}

if (major >= 26 && hasServerEnvironment()) {
  module.enableCompileCache(join(root, '.cache', 'compile'))
  await import(isClone ? '../src/server/main.ts' : '../dist/server/main.js')
} else {
  const child = spawn(major >= 26 ? process.execPath : ownNode(), [...serverFlags, join(root, 'scripts', 'start.mjs'), ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: serverEnvironment(),
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
