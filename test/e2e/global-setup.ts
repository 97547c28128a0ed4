import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from '@playwright/test'
import { bundleFolder, examplesLoaded, startServer } from './server.ts'

const root = join(import.meta.dirname, '../..')

/** Bundles the server apart from `dist/server`, which a journey builds anew; what it serves stands beside it. */
const bundleServer = () => {
  rmSync(bundleFolder, { recursive: true, force: true })
  mkdirSync(join(bundleFolder, 'dist'), { recursive: true })
  for (const part of ['dist/web', 'sdk']) symlinkSync(join(root, part), join(bundleFolder, part))
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const args = ['build', '--config', 'vite.server.config.ts', '--outDir', join(bundleFolder, 'dist/server'), '--logLevel', 'warn']
  const { status } = spawnSync(process.execPath, [vite, ...args], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('The server could not be bundled')
}

/** Makes the data directory that the server of every spec file starts from: the example data, and somebody signed in. */
const makeTemplate = async (): Promise<() => void> => {
  bundleServer()
  const folder = mkdtempSync(join(tmpdir(), 'chartroom-e2e-template-'))
  const dataDir = join(folder, 'data')
  const sessionFile = join(folder, 'session.json')
  const server = await startServer([], dataDir)
  const client = await request.newContext()
  await client.get(server.link)
  await client.storageState({ path: sessionFile })
  await examplesLoaded({ request: client }, server.address)
  await client.dispose()
  await server.stop({ keepsData: true })
  process.env['E2E_DATA'] = dataDir
  process.env['E2E_SESSION'] = sessionFile
  return () => rmSync(folder, { recursive: true, force: true })
}

export default makeTemplate
