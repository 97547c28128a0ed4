/** ClickHouse, today's and an old one; both are too large for every run. */
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asText, cacheFolder, ended, freePort, spawnServer, until } from '../servers.ts'
import type { TestServer } from '../servers.ts'
import { installChdb } from './install.ts'

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
