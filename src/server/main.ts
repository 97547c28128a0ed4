import { spawn } from 'node:child_process'
import { watchFile } from 'node:fs'
import { forgetRights } from './access/principals.ts'
import { loginLink } from './access/login-link.ts'
import { buildApp } from './app.ts'
import { newestBackup, restoreBackup, restoredMark, writeBackup } from './backup.ts'
import { ConfigError, prepareDataDir, readConfig, usage, type Config } from './config.ts'
import { createContext } from './create-context.ts'
import { openDb } from './db/open.ts'
import { startExamples } from './examples/load.ts'
import { openFiles } from './house/open-files.ts'
import { keepHouse } from './housekeeping/housekeeping.ts'
import { report } from './report.ts'
import { rotateKey } from './rotate-key.ts'

/** What can be done besides serving; the last argument is a folder. */
const commands: Record<string, (config: Config, folder: string | undefined) => Promise<void>> = {
  backup: async (config, folder) => console.log(`Backed up to ${await writeBackup(config, { target: folder })}`),
  restore: async (config, folder) => {
    const from = folder ?? newestBackup(config)
    if (!from) throw new ConfigError('There is no backup to restore; name its folder')
    const kept = await restoreBackup(config, from)
    console.log(`Restored ${from}${kept ? `; what was there before is in ${kept}` : ''}`)
  },
  'rotate-key': async (config) => console.log(`A new secret key is in place; ${await rotateKey(config)} connections were sealed again`),
  migrate: async (config) => {
    await (await openDb(config)).destroy()
    console.log('The metadata is at the newest schema')
  },
}

const start = async (args: string[]) => {
  const command = commands[args[0] ?? '']
  const config = readConfig(command ? args.slice(1) : args, process.env)
  if (config.help) return console.log(usage())
  const prepared = prepareDataDir(config, process.env)
  if (command) return command(prepared, config.files[0])
  return serve(prepared)
}

const noAddress = ({ host }: Config) => new ConfigError(`--host: ${host} is no address of this machine`)

const listenFaults: Partial<Record<string, (config: Config) => ConfigError>> = {
  EADDRINUSE: ({ port }) => new ConfigError(`Port ${port} is in use. Choose another one with --port.`),
  EACCES: ({ port }) => new ConfigError(`Port ${port} may not be used by this account. Choose another one with --port.`),
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
}

const serve = async (config: Config) => {
  // What one request left behind does not end the answers to all others.
  process.on('unhandledRejection', (error) => report(error, 'nobody waited'))
  const { ctx, close } = await createContext(config)
  const app = await buildApp(ctx)
  const address = await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw listenFaults[error.code ?? '']?.(config) ?? error
  })
  ctx.jobs.work()
  const keep = () => void keepHouse(ctx).catch((error: unknown) => report(error, 'housekeeping'))
  setInterval(keep, 3_600_000).unref()
  keep()
  watchFile(restoredMark(config), { interval: 1000, persistent: false }, () => {
    forgetRights(ctx)
    ctx.events.publish({ type: 'restored' })
  })
  await startExamples(ctx)
  const opened = await openFiles(ctx, config.files, (file, reason) => console.error(`${file}: ${reason}`))
  for (const { table, rows, rejected } of opened) console.log(`${table}: ${rows} rows${rejected ? `, ${rejected} lines rejected` : ''}`)
  const link = await loginLink(ctx)
  const page = opened[0]?.exploreUrl
  const next = page && link ? `&next=${encodeURIComponent(page)}` : ''
  console.log(`${config.appName} is at ${address}${config.basePath}${link ? '' : (page ?? '')}`)
  if (link) console.log(`Log in once with ${address}${link}${next}`)
  if (config.open) openBrowser(link ? `${address}${link}${next}` : `${address}${config.basePath}${page ?? ''}`)
  const stop = async () => {
    await app.close()
    await close()
    process.exit(0)
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
}

const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' }

const openBrowser = (address: string) => {
  const browser = spawn(openers[process.platform] ?? 'xdg-open', [address], { stdio: 'ignore', detached: true })
  browser.on('error', () => console.log('No browser could be opened'))
  browser.unref()
}

start(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})
