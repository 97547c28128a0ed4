/** Servers that are too large for every run. */
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asText, cacheFolder, ended, freePort, spawnServer, until } from '../servers.ts'
import type { TestServer } from '../servers.ts'
import { installChdb, installJava, installTrino } from './install.ts'

/** Today's ClickHouse, inside chdb, behind an HTTP server of a dozen lines: one statement at a time, nothing can be stopped. */
export const startChdb = async (): Promise<TestServer> => {
  const python = await installChdb()
  const folder = await mkdtemp(join(cacheFolder, 'chdb-run-'))
  const port = await freePort()
  const script = fileURLToPath(new URL('chdb-server.py', import.meta.url))
  const child = spawnServer(python, [script, String(port), join(folder, 'data')], {
    atOurEnd: 'KILL',
    env: { ...process.env, TZ: 'UTC' },
  })
  await until(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'SELECT 1' })
    if (!answer.ok) throw new Error(await answer.text())
  }, 'chdb')
  return {
    engine: 'clickhousedb',
    parameters: { host: '127.0.0.1', port, database: 'default' },
    stop: async () => {
      await ended(child, 'SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Debian's ClickHouse of 2018: the protocol, not today's functions. User `default`, no password. */
export const startClickhouse = async (): Promise<TestServer> => {
  const program = '/usr/sbin/clickhouse-server'
  if (!existsSync(program)) throw new Error('ClickHouse is not installed: apt-get install clickhouse-server')
  const folder = await mkdtemp(join(cacheFolder, 'clickhouse-run-'))
  const [port, tcp, inter] = await Promise.all([freePort(), freePort(), freePort()])
  const config = await readFile('/etc/clickhouse-server/config.xml', 'utf8')
  await writeFile(
    join(folder, 'config.xml'),
    config
      .replaceAll('/var/lib/clickhouse/', `${folder}/data/`)
      .replaceAll('/var/log/clickhouse-server/', `${folder}/`)
      .replace('<http_port>8123', `<http_port>${port}`)
      .replace('<tcp_port>9000', `<tcp_port>${tcp}`)
      .replace('<interserver_http_port>9009', `<interserver_http_port>${inter}`),
  )
  await cp('/etc/clickhouse-server/users.xml', join(folder, 'users.xml'))
  await mkdir(join(folder, 'data'))
  const child = spawnServer(program, [`--config-file=${join(folder, 'config.xml')}`], {
    atOurEnd: 'KILL',
    env: { ...process.env, TZ: 'UTC' },
  })
  await until(async () => asText(await fetch(`http://127.0.0.1:${port}/ping`), 'Ok.'), 'ClickHouse')
  return {
    engine: 'clickhousedb',
    parameters: { host: '127.0.0.1', port, database: 'default', username: 'default', password: '' },
    stop: async () => {
      await ended(child, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Node = { child: ChildProcess; port: number }

/** A coordinator and a worker; catalogs `memory`, `tpch` and, where a Postgres is given, `pg`. */
export const startTrino = async (postgres?: TestServer): Promise<TestServer & { workers: number }> => {
  const [server, java] = [await installTrino(), await installJava()]
  const folder = await mkdtemp(join(cacheFolder, 'trino-run-'))
  const coordinatorPort = await freePort()
  const catalogs: Record<string, string[]> = {
    memory: ['connector.name=memory', 'memory.max-data-per-node=256MB'],
    tpch: ['connector.name=tpch'],
    ...(postgres && {
      pg: [
        'connector.name=postgresql',
        `connection-url=jdbc:postgresql://127.0.0.1:${postgres.parameters.port}/${postgres.parameters.database}`,
        `connection-user=${postgres.parameters.username}`,
        `connection-password=${postgres.parameters.password}`,
      ],
    }),
  }
  const startNode = async (id: string, port: number): Promise<Node> => {
    const home = join(folder, id)
    const etc = join(home, 'etc')
    const isCoordinator = id === 'coordinator'
    await mkdir(join(etc, 'catalog'), { recursive: true })
    const write = (name: string, lines: string[]) => writeFile(join(etc, name), `${lines.join('\n')}\n`)
    await write('node.properties', ['node.environment=test', `node.id=${id}`, `node.data-dir=${join(home, 'data')}`])
    await write('jvm.config', [
      '-server',
      '-Xmx2G',
      '-XX:+UseG1GC',
      '-XX:+ExitOnOutOfMemoryError',
      '-Djdk.attach.allowAttachSelf=true',
      '-XX:ReservedCodeCacheSize=256M',
    ])
    await write('config.properties', [
      `coordinator=${isCoordinator}`,
      ...(isCoordinator ? ['node-scheduler.include-coordinator=true'] : []),
      `http-server.http.port=${port}`,
      `discovery.uri=http://127.0.0.1:${coordinatorPort}`,
      'node.internal-address=127.0.0.1',
      'query.max-memory-per-node=512MB',
      'query.max-memory=1GB',
      'memory.heap-headroom-per-node=400MB',
    ])
    for (const [name, lines] of Object.entries(catalogs)) await write(join('catalog', `${name}.properties`), lines)
    const launcher = join(server, 'bin', 'launcher')
    const env = { ...process.env, JAVA_HOME: java, PATH: `${join(java, 'bin')}:${process.env['PATH']}`, TZ: 'UTC' }
    const child = spawnServer(launcher, [`--etc-dir=${etc}`, `--data-dir=${join(home, 'data')}`, 'run'], { atOurEnd: 'KILL', env })
    return { child, port }
  }
  const nodes = await Promise.all([startNode('coordinator', coordinatorPort), freePort().then((port) => startNode('worker', port))])
  const base = `http://127.0.0.1:${coordinatorPort}`
  const activeNodes = async (): Promise<number> => {
    type Page = { nextUri?: string; data?: [number][]; error?: { message: string } }
    const headers = { 'X-Trino-User': 'test' }
    const sql = "SELECT count(*) FROM system.runtime.nodes WHERE state = 'active'"
    let page = (await (await fetch(`${base}/v1/statement`, { method: 'POST', headers, body: sql })).json()) as Page
    let count = 0
    while (page.nextUri) {
      page = (await (await fetch(page.nextUri, { headers })).json()) as Page
      if (page.error) throw new Error(page.error.message)
      count = page.data?.[0]?.[0] ?? count
    }
    return count
  }
  await until(
    async () => {
      if ((await activeNodes()) < 2) throw new Error('the worker is not seen yet')
    },
    'Trino',
    300_000,
  )
  return {
    engine: 'trino',
    parameters: { host: '127.0.0.1', port: coordinatorPort, username: 'test', database: 'memory/default' },
    workers: nodes.length,
    stop: async () => {
      await Promise.all(nodes.map(({ child }) => ended(child, 'SIGTERM')))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
