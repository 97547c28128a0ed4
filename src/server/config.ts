import { existsSync, mkdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readSecretKeys } from './secret-keys.ts'

/** A mistake in flags, environment or config that stops the start with one clear line. */
export class ConfigError extends Error {}

const size = z.coerce.number().int().positive()

/** Every setting, its default and its bounds; the README's table and `--help` are made from the descriptions. */
export const settings = {
  port: z.coerce.number().int().min(0).max(65535).default(8088).describe('Port to listen on'),
  host: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  data: z.string().min(1).default('.chartroom').describe('Data directory'),
  metadata: z
    .string()
    .optional()
    .describe('Metadata database: a SQLite file, or postgresql://… (default: metadata.sqlite in the data directory)'),
  appName: z.string().min(1).max(60).default('Chartroom').describe('Name shown in the product'),
  examples: z.stringbool().default(true).describe('Load the example dashboards on the first start'),
  open: z.stringbool().default(false).describe('Open the browser'),
  basePath: z
    .string()
    .regex(/^(\/[\w.-]+)*$/)
    .default('')
    .describe('Path under which a proxy serves the product'),
  trustedProxies: z.string().default('').describe('Addresses of proxies whose X-Forwarded headers count, comma separated'),
  timezone: z.string().default('UTC').describe('Time zone of relative time ranges and of display'),
  secureCookies: z.stringbool().optional().describe('Send cookies over https only (default: when the outside is https)'),
  loginLinks: z.stringbool().default(false).describe('Print a one-time login link on every start, also when accounts have passwords'),
  adminUser: z.string().min(1).default('admin').describe('Name of the first account'),
  adminPassword: z.string().min(1).optional().describe('Password of the first account, for unattended set-ups'),
  uploadLimit: size.default(10 * 1024 ** 3).describe('Largest upload, in bytes'),
  rowLimit: size.default(50_000).describe('Rows of a query that names no limit'),
  samplesRowLimit: size.default(1000).describe('Rows of a samples query that names no limit'),
  sqlMaxRow: size.default(100_000).describe('Most rows of any query'),
  queryTimeout: size.default(60).describe('Seconds that a query may run'),
  queryMemory: size.default(2048).describe('Memory of a query host, in MB'),
  runningQueries: z.coerce.number().int().min(1).max(64).default(2).describe('Queries that run at once per host'),
  cacheTimeout: z.coerce.number().int().min(-1).default(86_400).describe('Seconds that results are kept in the cache'),
  cacheSize: size.default(256).describe('Size of the result cache, in MB'),
  sessionDays: size.default(31).describe('Days after which a session ends'),
} as const

type Settings = { [K in keyof typeof settings]: z.output<(typeof settings)[K]> }

export type Config = Settings & {
  /** Absolute path of the data directory. */
  dataDir: string
  /** Signs tokens and seals connection secrets. */
  secretKey: string
  /** Older keys: they only open what they sealed. */
  previousKeys: string[]
  /** Files named on the command line, opened in explore. */
  files: string[]
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const environmentName = (name: string) => `CHARTROOM_${kebab(name).replaceAll('-', '_').toUpperCase()}`
const isSwitch = (name: keyof typeof settings) => ['examples', 'open', 'secureCookies', 'loginLinks'].includes(name)

const names = Object.keys(settings) as (keyof typeof settings)[]

/** The text of `--help`. */
export const usage = (): string =>
  [
    'Usage: npm start -- [options] [file …]',
    '',
    ...names.map((name) => {
      const flag = isSwitch(name) ? `--${kebab(name)}, --no-${kebab(name)}` : `--${kebab(name)} …`
      return `  ${flag.padEnd(40)} ${settings[name].description ?? ''} (${environmentName(name)})`
    }),
    `  ${'--help'.padEnd(40)} Show this text`,
  ].join('\n')

/** @throws ConfigError naming the flag or variable at fault. */
export const readConfig = (args: string[], environment: NodeJS.ProcessEnv): Config & { help: boolean } => {
  const options = Object.fromEntries([
    ...names.flatMap((name) => [
      [kebab(name), { type: isSwitch(name) ? ('boolean' as const) : ('string' as const) }],
      ...(isSwitch(name) ? [[`no-${kebab(name)}`, { type: 'boolean' as const }]] : []),
    ]),
    ['help', { type: 'boolean' as const }],
  ])
  const parsed = (() => {
    try {
      return parseArgs({ args, options, allowPositionals: true })
    } catch (error) {
      throw new ConfigError(`${(error as Error).message.split('. To specify')[0]}. See --help.`)
    }
  })()
  const flags = parsed.values as Record<string, string | boolean | undefined>
  const values = names.map((name) => {
    const flag = flags[`no-${kebab(name)}`] === true ? false : flags[kebab(name)]
    const fromFlag = flag !== undefined
    const raw = fromFlag ? String(flag) : environment[environmentName(name)]
    const result = settings[name].safeParse(raw === '' ? undefined : raw)
    if (result.success) return [name, result.data] as const
    const source = fromFlag ? `--${kebab(name)}` : environmentName(name)
    throw new ConfigError(`${source}: "${raw}" is not valid. ${result.error.issues[0]?.message ?? ''}`.trim())
  })
  const read = Object.fromEntries(values) as Settings
  if (!isZone(read.timezone)) throw new ConfigError(`--timezone: "${read.timezone}" is not a known time zone`)
  const files = parsed.positionals.map((file) => resolve(environment['INIT_CWD'] ?? '.', file))
  const missing = files.find((file) => !existsSync(file))
  if (missing) throw new ConfigError(`No such file: ${missing}`)
  return {
    ...read,
    help: flags['help'] === true,
    files,
    dataDir: resolve(environment['INIT_CWD'] ?? '.', read.data),
    secretKey: '',
    previousKeys: [],
  }
}

const isZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** Makes the data directory and, once, the secret key. */
export const prepareDataDir = (config: Config, environment: NodeJS.ProcessEnv): Config => {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  if (!statSync(config.dataDir).isDirectory()) throw new ConfigError(`--data: ${config.dataDir} is not a directory`)
  try {
    return { ...config, ...readSecretKeys(config.dataDir, environment) }
  } catch (error) {
    throw new ConfigError((error as Error).message, { cause: error })
  }
}
