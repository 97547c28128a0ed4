/** Trino as people run it: more than one node. */
import type { ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startStatement } from '../../../src/engines/trino/protocol.ts'
import { cacheFolder, ended, freePort, spawnServer, until } from '../servers.ts'
import type { TestServer } from '../servers.ts'
import { installJava, installTrino } from './install.ts'

const startMs = 9 * 60_000

/** Rows of a statement, past the driver under test. */
export const askTrino = async (port: number, sql: string): Promise<unknown[][]> => {
  const session = { url: `http://127.0.0.1:${port}`, user: 'test', source: 'test', timezone: 'UTC' }
  const rows: unknown[][] = []
  for await (const page of startStatement(session, sql, { signal: AbortSignal.timeout(120_000) }).pages) rows.push(...page)
  return rows
}

type Catalogs = Record<string, string[]>

const catalogsWith = ({ parameters: { port, database, username, password } }: TestServer, files: string): Catalogs => ({
  hive: [
    'connector.name=hive',
    'hive.metastore=file',
    'hive.metastore.catalog.dir=local:///metastore',
    'fs.native-local.enabled=true',
    `local.location=${files}`,
  ],
  memory: ['connector.name=memory', 'memory.max-data-per-node=256MB'],
  tpch: ['connector.name=tpch'],
  pg: [
    'connector.name=postgresql',
    `connection-url=jdbc:postgresql://127.0.0.1:${port}/${database}`,
    `connection-user=${username}`,
    `connection-password=${password}`,
  ],
})

/** Quick to start rather than quick for hours. */
const javaOptions = [
  '-Xmx2G',
  '-XX:+UseG1GC',
  '-XX:TieredStopAtLevel=1',
  '-XX:+ExitOnOutOfMemoryError',
  '-Djdk.attach.allowAttachSelf=true',
  '-XX:ReservedCodeCacheSize=256M',
]

type Node = { id: 'coordinator' | 'worker'; port: number; coordinatorPort: number }

/** Java itself rather than the launcher, which would leave it behind when it is killed. The server looks for `etc` and `plugin` where it runs. */
const startNode = async (folder: string, { id, port, coordinatorPort }: Node, catalogs: Catalogs): Promise<ChildProcess> => {
  const [server, java] = [await installTrino(), await installJava()]
  const home = join(folder, id)
  const write = (name: string, lines: string[]) => writeFile(join(home, 'etc', name), `${lines.join('\n')}\n`)
  await mkdir(join(home, 'etc', 'catalog'), { recursive: true })
  for (const part of ['plugin', 'secrets-plugin']) await symlink(join(server, part), join(home, part))
  await write('config.properties', [
    `coordinator=${id === 'coordinator'}`,
    // On a busy machine a node answers late, and the tables in its memory would be gone with it.
    ...(id === 'coordinator' ? ['node-scheduler.include-coordinator=true', 'failure-detector.enabled=false'] : []),
    `http-server.http.port=${port}`,
    `discovery.uri=http://127.0.0.1:${coordinatorPort}`,
    'node.internal-address=127.0.0.1',
    'query.max-memory-per-node=512MB',
    'query.max-memory=1GB',
    'memory.heap-headroom-per-node=400MB',
  ])
  for (const [name, lines] of Object.entries(catalogs)) await write(join('catalog', `${name}.properties`), lines)
  const settings = ['node.environment=test', `node.id=${id}`, `node.data-dir=${home}`, `config=${join(home, 'etc', 'config.properties')}`]
  const args = [
    '-cp',
    join(server, 'lib', '*'),
    ...javaOptions,
    ...settings.map((setting) => `-D${setting}`),
    'io.trino.server.TrinoServer',
  ]
  return spawnServer(join(java, 'bin', 'java'), args, { atOurEnd: 'KILL', cwd: home, env: { ...process.env, TZ: 'UTC' } })
}

/** A coordinator and a worker; catalogs `memory`, `tpch`, `hive` on files, and `pg`, which reads the Postgres. */
export const startTrino = async (postgres: TestServer): Promise<TestServer> => {
  const folder = await mkdtemp(join(cacheFolder, 'trino-run-'))
  const [coordinatorPort, workerPort] = [await freePort(), await freePort()]
  const files = join(folder, 'files')
  await mkdir(files)
  const catalogs = catalogsWith(postgres, files)
  const nodes = [
    await startNode(folder, { id: 'coordinator', port: coordinatorPort, coordinatorPort }, catalogs),
    await startNode(folder, { id: 'worker', port: workerPort, coordinatorPort }, catalogs),
  ]
  const stop = async () => {
    await Promise.all(nodes.map((node) => ended(node, 'SIGTERM')))
    await rm(folder, { recursive: true, force: true })
  }
  const bothAreThere = async () => {
    const found = await askTrino(coordinatorPort, "SELECT node_id FROM system.runtime.nodes WHERE state = 'active'")
    if (found.length < nodes.length) throw new Error('the worker is not seen yet')
  }
  try {
    await until(bothAreThere, 'Trino', startMs)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    engine: 'trino',
    parameters: { host: '127.0.0.1', port: coordinatorPort, username: 'test', database: 'memory/default' },
    stop,
  }
}

/** Copies tables from the catalog of Postgres into the memory of both nodes. */
export const loadTrino = async ({ parameters: { port } }: TestServer, schema: string, tables: string[]): Promise<void> => {
  await askTrino(port, `CREATE SCHEMA IF NOT EXISTS memory.${schema}`)
  for (const table of tables) await askTrino(port, `CREATE TABLE memory.${schema}.${table} AS SELECT * FROM pg.public.${table}`)
}
