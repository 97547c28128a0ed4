/** Real database servers for tests: each starts on a free port of the loopback, with a fresh copy of a data folder that is made once. */
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ConnectionParameters } from '../../src/engines/engine.ts'

const run = promisify(execFile)

export type TestServer = {
  /** The engine's id: `postgresql`. */
  engine: string
  parameters: ConnectionParameters & { host: string; port: number }
  stop(): Promise<void>
}

const canListen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Below those that the system gives to connections of its own, which might take it before the server does. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(15_000, 32_000)
    if (await canListen(port)) return port
  }
}

export const cacheFolder = join(tmpdir(), 'chartroom-test-servers')

/** A folder that is made once and then copied; made aside and renamed, so that two tests may ask at once. */
export const template = async (name: string, make: (folder: string) => Promise<void>): Promise<string> => {
  const folder = join(cacheFolder, name)
  if (existsSync(folder)) return folder
  await mkdir(cacheFolder, { recursive: true })
  await chmod(cacheFolder, 0o755)
  const fresh = await mkdtemp(join(cacheFolder, `${name}-`))
  await chmod(fresh, 0o755)
  try {
    await make(fresh)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    throw error
  }
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }))
  return folder
}

export const isRoot = process.getuid?.() === 0

/** Postgres refuses to run as root. */
const postgresUser = isRoot ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : []

type ServerOptions = SpawnOptions & {
  /** How the system ends the server when we have ended, however we did. */
  atOurEnd: 'INT' | 'TERM' | 'KILL'
  /** Options of setpriv that name a user. */
  user?: string[]
}

export const spawnServer = (program: string, args: string[], { atOurEnd, user = [], ...options }: ServerOptions): ChildProcess =>
  process.platform === 'linux'
    ? spawn('setpriv', [...user, `--pdeathsig=${atOurEnd}`, program, ...args], { stdio: 'ignore', ...options })
    : spawn(program, args, { stdio: 'ignore', ...options })

const postgresPrograms = async (): Promise<string> => {
  const root = '/usr/lib/postgresql'
  const [version] = existsSync(root) ? (await readdir(root)).sort((a, b) => Number(b) - Number(a)) : []
  if (version) return join(root, version, 'bin')
  throw new Error('Postgres is not installed: apt-get install postgresql')
}

export const until = async (ready: () => Promise<unknown>, what: string, ms = 60_000): Promise<void> => {
  for (const end = Date.now() + ms; ; await sleep(100)) {
    try {
      return void (await ready())
    } catch (error) {
      if (Date.now() > end) throw new Error(`${what} did not start`, { cause: error })
    }
  }
}

/** The text of an answer, which must hold what is expected. */
export const asText = async (answer: Response, expected: string): Promise<string> => {
  const text = await answer.text()
  if (!text.includes(expected)) throw new Error(text)
  return text
}

/** Stops a server and waits until its process is gone. */
export const ended = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  const forced = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await exit
  clearTimeout(forced)
}

/** User `postgres`, password `secret`, database `data`; passwords are checked. `extra` are settings of the server: `max_connections=20`. */
export const startPostgres = async (extra: string[] = []): Promise<TestServer> => {
  const programs = await postgresPrograms()
  const source = await template('postgres', async (folder) => {
    const password = join(folder, 'password')
    await writeFile(password, 'secret')
    if (isRoot) await run('chown', ['-R', 'postgres', folder])
    const args = [
      '-D',
      join(folder, 'data'),
      '-A',
      'scram-sha-256',
      '-U',
      'postgres',
      `--pwfile=${password}`,
      '--locale=C.UTF-8',
      '-E',
      'UTF8',
      '--no-sync',
    ]
    const initdb = join(programs, 'initdb')
    await (isRoot ? run('setpriv', [...postgresUser, initdb, ...args]) : run(initdb, args))
  })
  const folder = await mkdtemp(join(cacheFolder, 'postgres-run-'))
  await chmod(folder, 0o755)
  await run('cp', ['-a', join(source, 'data'), folder])
  const port = await freePort()
  const data = join(folder, 'data')
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'shared_buffers=32MB', ...extra]
  const options = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const child = spawnServer(join(programs, 'postgres'), options, { atOurEnd: 'INT', user: postgresUser })
  const { Client } = await import('pg')
  await until(async () => {
    const client = new Client({ host: '127.0.0.1', port, user: 'postgres', password: 'secret', database: 'postgres' })
    await client.connect()
    await client.query('CREATE DATABASE data')
    await client.end()
  }, 'Postgres')
  return {
    engine: 'postgresql',
    parameters: { host: '127.0.0.1', port, username: 'postgres', password: 'secret', database: 'data' },
    stop: async () => {
      await ended(child, 'SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** User `test`, password `secret`, database `data`. `extra` are options of the server, `more` are statements that it begins with. */
export const startMariadb = async (extra: string[] = [], more = ''): Promise<TestServer> => {
  const source = await template('mariadb', async (folder) => {
    const args = ['--no-defaults', `--datadir=${join(folder, 'data')}`, '--auth-root-authentication-method=normal', '--skip-test-db']
    await run('mariadb-install-db', isRoot ? [...args, '--user=root'] : args, { env: { ...process.env, TMPDIR: folder } })
  })
  const folder = await mkdtemp(join(cacheFolder, 'mariadb-run-'))
  await cp(join(source, 'data'), join(folder, 'data'), { recursive: true })
  // A server that starts removes the temporary tables it finds, also those of another one.
  const temporary = join(folder, 'tmp')
  await mkdir(temporary)
  const port = await freePort()
  const socket = join(folder, 's.sock')
  const settings = [
    '--no-defaults',
    ...(isRoot ? ['--user=root'] : []),
    `--datadir=${join(folder, 'data')}`,
    `--tmpdir=${temporary}`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    `--socket=${socket}`,
    `--pid-file=${join(folder, 'pid')}`,
    '--innodb-buffer-pool-size=64M',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_bin',
    '--skip-name-resolve',
    '--innodb-flush-log-at-trx-commit=0',
    ...extra,
  ]
  const child = spawnServer('mariadbd', settings, { atOurEnd: 'TERM' })
  const set = `CREATE DATABASE data; CREATE USER test@'127.0.0.1' IDENTIFIED BY 'secret'; GRANT ALL ON data.* TO test@'127.0.0.1'; GRANT FILE, PROCESS ON *.* TO test@'127.0.0.1'; ${more}`
  await until(() => run('mariadb', ['--no-defaults', '-uroot', `--socket=${socket}`, '-e', set]), 'MariaDB')
  return {
    engine: 'mysql',
    parameters: { host: '127.0.0.1', port, username: 'test', password: 'secret', database: 'data' },
    stop: async () => {
      await ended(child, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
