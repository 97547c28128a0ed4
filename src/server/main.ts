import { spawn } from 'node:child_process'
import { watchFile } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { clearRightsCache } from './access/principals.ts'
import { explainLogin } from './access/sign-in/explain.ts'
import { createLoginLink } from './access/login/login-link.ts'
import { buildApp } from './app.ts'
import { newestBackup, restoreBackup, restoredMarkFile, writeBackup } from './data-directory/backup.ts'
import { ConfigError, prepareDataDir, readConfig, usage, type Command, type Config } from './start/config.ts'
import { createContext, type OpenedContext } from './start/create-context.ts'
import { openDb } from './db/open.ts'
import { startExamples } from './examples/load.ts'
import { openFiles } from './house/open-files.ts'
import { startIfDue } from './housekeeping/housekeeping.ts'
import { startDueMaterializations } from './resources/dataset/materialization/store.ts'
import { logUnexpected } from '#engines/host/errors/log-unexpected.ts'
import { rotateKey } from './secrets/rotate-key.ts'

const commands: Record<Command, (config: Config, argument: string | undefined) => Promise<void>> = {
  backup: async (config, folder) => console.log(`Backed up to ${await writeBackup(config, { target: folder })}`),
  restore: async (config, folder) => {
    const from = folder ?? newestBackup(config)
    if (!from) throw new ConfigError('There is no backup to restore; name its folder')
    const kept = await restoreBackup(config, from)
    console.log(`Restored ${from}${kept ? `; the previous state is in ${kept}` : ''}`)
  },
  'rotate-key': async (config) =>
    console.log(`A new secret key is in place; the secrets of ${await rotateKey(config)} connections were encrypted again`),
  auth: async (config, username) => {
    if (username === undefined) throw new ConfigError('Name the user: auth test USER')
    const db = await openDb(config)
    for (const step of await explainLogin({ config, db, now: () => new Date() }, username)) console.log(step)
    await db.destroy()
  },
  migrate: async (config) => {
    await (await openDb(config)).destroy()
    console.log('The metadata is at the newest schema')
  },
}

const isCommand = (name: string | undefined): name is Command => name !== undefined && Object.hasOwn(commands, name)

const start = async (args: string[]) => {
  const command = isCommand(args[0]) ? commands[args[0]] : undefined
  const username = args[0] === 'auth' && args[1] === 'test' ? args[2] : undefined
  const config = readConfig(command ? args.slice(username === undefined ? 1 : 3) : args, process.env)
  if (config.help) return console.log(usage())
  const prepared = prepareDataDir(config, process.env)
  if (command) return command(prepared, args[0] === 'auth' ? username : config.files[0])
  return serve(prepared)
}

const badHost = ({ host }: Config) => new ConfigError(`--host: ${host} is not an address of this machine`)

const listenFaults: Partial<Record<string, (config: Config) => ConfigError>> = {
  EADDRINUSE: ({ port }) => new ConfigError(`Port ${port} is in use. Choose another one with --port.`),
  EACCES: ({ port }) => new ConfigError(`Port ${port} may not be used by this account. Choose another one with --port.`),
  EADDRNOTAVAIL: badHost,
  ENOTFOUND: badHost,
  EAI_AGAIN: badHost,
}

const serve = async (config: Config) => {
  // A promise that one request left behind must not end the process.
  process.on('unhandledRejection', (error) => logUnexpected(error, 'unhandled rejection'))
  const opened = await createContext(config)
  const { ctx } = opened
  const app = await buildApp(ctx)
  stopOnSignal(app, opened)
  const address = await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw listenFaults[error.code ?? '']?.(config) ?? error
  })
  ctx.jobs.startWorking()
  const housekeep = () => void startIfDue(ctx).catch((error: unknown) => logUnexpected(error, 'housekeeping'))
  setInterval(housekeep, 3_600_000).unref()
  housekeep()
  const materialize = () => void startDueMaterializations(ctx).catch((error: unknown) => logUnexpected(error, 'materialization'))
  setInterval(materialize, 60_000).unref()
  materialize()
  watchFile(restoredMarkFile(config), { interval: 1000, persistent: false }, () => {
    clearRightsCache(ctx)
    void ctx.events.publish({ type: 'restored' })
  })
  await startExamples(ctx)
  const loaded = await openFiles(ctx, config.files, (file, reason) => console.error(`${file}: ${reason}`))
  for (const { table, rows, rejected } of loaded) console.log(`${table}: ${rows} rows${rejected ? `, ${rejected} lines rejected` : ''}`)
  const link = await createLoginLink(ctx)
  const page = loaded[0]?.exploreUrl
  const next = page && link ? `&next=${encodeURIComponent(page)}` : ''
  console.log(`${config.appName} is at ${address}${config.basePath}${link ? '' : (page ?? '')}`)
  if (link) console.log(`Log in once with ${address}${link}${next}`)
  if (config.open) openBrowser(link ? `${address}${link}${next}` : `${address}${config.basePath}${page ?? ''}`)
}

/** How long running requests may take after a signal to stop, and when the process exits at the latest. */
const drainMs = 6_000
const stopMs = 9_000

/** On SIGINT or SIGTERM: accepts no new requests, finishes running ones, and exits in time in any case. */
const stopOnSignal = (app: FastifyInstance, { beginClosing, close }: OpenedContext) => {
  const stop = async () => {
    setTimeout(() => process.exit(1), stopMs).unref()
    const drained = app.close()
    beginClosing()
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, drainMs))])
    app.server.closeAllConnections()
    await close()
    process.exit(0)
  }
  let isStopping = false
  const onSignal = () => {
    if (!isStopping) void stop().catch(() => process.exit(1))
    isStopping = true
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

const openCommands: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' }

/** A browser needs the desktop's environment variables, but none of ours. */
const withoutSecrets = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('CHARTROOM_')))

const openBrowser = (address: string) => {
  const browser = spawn(openCommands[process.platform] ?? 'xdg-open', [address], {
    stdio: 'ignore',
    detached: true,
    env: withoutSecrets(process.env),
  })
  browser.on('error', () => console.log('No browser could be opened'))
  browser.unref()
}

start(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})
