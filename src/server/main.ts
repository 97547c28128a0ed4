import { loginLink } from './access/login-link.ts'
import { ConfigError, prepareDataDir, readConfig, usage } from './config.ts'
import { buildApp } from './app.ts'
import { createContext } from './create-context.ts'

const start = async () => {
  const config = readConfig(process.argv.slice(2), process.env)
  if (config.help) return console.log(usage())
  const { ctx, close } = await createContext(prepareDataDir(config, process.env))
  const app = await buildApp(ctx)
  const address = await app.listen({ port: config.port, host: config.host })
  ctx.jobs.work()
  const link = await loginLink(ctx)
  console.log(`${config.appName} is at ${address}${config.basePath}`)
  if (link) console.log(`Log in once with ${address}${link}`)
  const stop = async () => {
    await app.close()
    await close()
    process.exit(0)
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
}

start().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})
