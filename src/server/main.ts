import { seedAccess } from './access/seed.ts'
import { ConfigError, prepareDataDir, readConfig, usage } from './config.ts'
import { openDb } from './db/open.ts'
import { memoryEvents } from './events.ts'
import { buildApp } from './app.ts'
import type { Context } from './context.ts'

const start = async () => {
  const config = readConfig(process.argv.slice(2), process.env)
  if (config.help) return console.log(usage())
  const prepared = prepareDataDir(config, process.env)
  const closing = new AbortController()
  const ctx: Context = {
    config: prepared,
    db: await openDb(prepared),
    events: memoryEvents(),
    now: () => new Date(),
    closing: closing.signal,
  }
  await seedAccess(ctx)
  const app = await buildApp(ctx)
  const address = await app.listen({ port: config.port, host: config.host })
  console.log(`${config.appName} is at ${address}`)
  const stop = async () => {
    closing.abort()
    await app.close()
    await ctx.db.destroy()
    process.exit(0)
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
}

start().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})
