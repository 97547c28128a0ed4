import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from '@playwright/test'
import { examplesLoaded, startServer } from './server.ts'

/** Makes the data directory that the server of every spec file starts from: the example data, and somebody signed in. */
const makeTemplate = async (): Promise<() => void> => {
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
