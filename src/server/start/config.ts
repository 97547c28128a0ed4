import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { minPasswordLength } from '#api/bodies/me.ts'
import { isBundled } from '#engines/host/program.ts'
import { readSecretKeys } from '../secrets/secret-keys.ts'

/** A mistake in flags, environment or config that stops the start with one clear line. */
export class ConfigError extends Error {}

const whole = (least: number, most: number) => {
  const error = `It takes a whole number ${most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`}.`
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}
const size = whole(1, Number.MAX_SAFE_INTEGER)
const onOff = z.stringbool({ error: 'It takes true or false.' })

const isZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** Addresses and subnets, and the names that Fastify knows for groups of them. */
const isAddressList = (list: string) =>
  list
    .split(',')
    .map((one) => one.trim())
    .every((one) => ['', 'loopback', 'linklocal', 'uniquelocal'].includes(one) || isAddress(one))

const isAddress = (text: string) => {
  const [address = '', bits] = text.split('/')
  const family = isIP(address)
  if (family === 0) return false
  if (bits === undefined) return true
  try {
    new BlockList().addSubnet(address, /^\d+$/.test(bits) ? Number(bits) : Number.NaN, family === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}

const items = (list: string) =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

const hostName = /^(\*\.)?[\w-]+(\.[\w-]+)*$|^\[[\da-f:.]+\]$/i
const imageSource = /^(https:|https?:\/\/(\*\.)?[\w-]+(\.[\w-]+)*(:\d+)?)$/i

/** Every setting, its default and its bounds; the README's table and `--help` are made from the descriptions. */
export const settings = {
  port: whole(0, 65_535).default(8088).describe('Port to listen on'),
  host: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  data: z.string().min(1).default('.chartroom').describe('Data directory'),
  metadata: z
    .string()
    .refine((text) => !/^\w[\w+.-]+:\/\//.test(text) || /^postgres(ql)?:\/\//.test(text), {
      error: 'It takes a SQLite file or an address that begins with postgresql://.',
    })
    .optional()
    .describe('Metadata database: a SQLite file, or postgresql://… (default: metadata.sqlite in the data directory)'),
  appName: z
    .string()
    .min(1)
    .max(60, { error: 'It takes at most 60 characters.' })
    .default('Chartroom')
    .describe('Name shown in the product'),
  examples: onOff.default(true).describe('Load the example dashboards on the first start'),
  open: onOff.default(false).describe('Open the browser'),
  basePath: z
    .string()
    .regex(/^(\/[\w.-]+)*$/, { error: 'It takes a path such as /charts, without a slash at its end.' })
    .default('')
    .describe('Path under which a proxy serves the product'),
  publicUrl: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+$/, { error: 'It takes an address such as https://charts.example.org, without a path.' })
    .optional()
    .describe('Address under which people reach the product, for links that leave it (default: the address of the request)'),
  allowedHosts: z
    .string()
    .refine((list) => items(list).every((item) => item === '*' || hostName.test(item)), {
      error: 'It takes names such as charts.example.org or *.example.org, without ports, separated by commas.',
    })
    .transform(items)
    .default([])
    .describe(
      'Names under which requests are answered, comma separated (default: those of this machine while only it can connect, else all)',
    ),
  metricsToken: z
    .string()
    .min(16, { error: 'It takes at least 16 characters.' })
    .optional()
    .describe('Bearer token that /metrics takes from other machines'),
  imageSources: z
    .string()
    .refine((list) => items(list).every((item) => imageSource.test(item)), {
      error: 'It takes addresses such as https://images.example.org, or https: for all, separated by commas.',
    })
    .transform(items)
    .default([])
    .describe('Places outside from which dashboards may show pictures, comma separated (default: none)'),
  trustedProxies: z
    .string()
    .refine(isAddressList, { error: 'It takes addresses or subnets such as 10.0.0.0/8, separated by commas.' })
    .default('')
    .describe('Addresses of proxies whose X-Forwarded headers count, comma separated'),
  timezone: z
    .string()
    .refine(isZone, { error: 'It takes a time zone such as Europe/Berlin.' })
    .default('UTC')
    .describe('Time zone of relative time ranges and of display'),
  secureCookies: onOff.optional().describe('Send cookies over https only (default: when the outside is https)'),
  loginLinks: onOff.default(false).describe('Print a one-time login link on every start, also when accounts have passwords'),
  adminUser: z.string().min(1).default('admin').describe('Name of the first account'),
  adminPassword: z
    .string()
    .min(minPasswordLength, { error: `It takes at least ${minPasswordLength} characters.` })
    .optional()
    .describe('Password of the first account, for unattended set-ups'),
  uploadLimit: size.default(10 * 1024 ** 3).describe('Largest upload, in bytes'),
  rowLimit: size.default(50_000).describe('Rows of a query that names no limit'),
  samplesRowLimit: size.default(1000).describe('Rows of a samples query that names no limit'),
  sqlMaxRow: size.default(100_000).describe('Most rows of any query'),
  queryTimeout: size.default(60).describe('Seconds that a query may run'),
  queryMemory: size.default(2048).describe('Memory of a query host, in MB'),
  runningQueries: whole(1, 64).default(2).describe('Queries that run at once per host'),
  sharedScans: whole(0, 65_536)
    .default(256)
    .describe('Memory for rows that queries of one dashboard read together, in MB; 0 reads them one by one'),
  cacheTimeout: whole(-1, Number.MAX_SAFE_INTEGER).default(86_400).describe('Seconds that results are kept in the cache'),
  cacheSize: size.default(256).describe('Size of the result cache, in MB'),
  sessionDays: size.default(31).describe('Days after which a session ends'),
  sessionIdleDays: size.default(7).describe('Days after which a session ends that nobody uses'),
  purgeDays: size.default(30).describe('Days after which deleted charts, dashboards, datasets and databases are gone for good'),
  historyDays: size.default(365).describe('Days that former versions and the action log are kept'),
  backups: whole(0, 100).default(3).describe('Backups that the product itself makes each day and keeps; 0 for none'),
} as const

type Settings = { [K in keyof typeof settings]: z.output<(typeof settings)[K]> }

export type Config = Settings & {
  /** Absolute path of the data directory. */
  dataDir: string
  /** Signs tokens and seals connection secrets. */
  secretKey: string
  /** Older keys: they only open what they sealed. */
  previousKeys: string[]
  /** The secret key is not written to the data directory yet. */
  secretKeyIsNew: boolean
  /** Files named on the command line, opened in explore. */
  files: string[]
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const environmentName = (name: string) => `CHARTROOM_${kebab(name).replaceAll('-', '_').toUpperCase()}`
const isSwitch = (name: keyof typeof settings) => ['examples', 'open', 'secureCookies', 'loginLinks'].includes(name)

const names = Object.keys(settings) as (keyof typeof settings)[]

/** How a person starts this program. */
export const commandLine = isBundled ? 'chartroom' : 'npm start --'

/** What the program does besides serving, for `--help`. */
export const commandTexts = {
  backup: ['[folder]', 'Write a backup, while the product runs or not'],
  restore: ['[folder]', 'Put a backup in place: the newest one by default'],
  'rotate-key': ['', 'Make a new secret key and seal the secrets of connections with it'],
  migrate: ['', 'Bring the metadata to the newest schema and stop'],
} as const

export type Command = keyof typeof commandTexts

const helpLine = (what: string, text: string) => `  ${what.padEnd(40)} ${text}`

/** The text of `--help`. */
export const usage = (): string =>
  [
    `Usage: ${commandLine} [options] [file …]`,
    `       ${commandLine} command [options]`,
    '',
    ...Object.entries(commandTexts).map(([name, [argument, text]]) => helpLine(`${name} ${argument}`, text)),
    '',
    ...names.map((name) => {
      const flag = isSwitch(name) ? `--${kebab(name)}, --no-${kebab(name)}` : `--${kebab(name)} …`
      return helpLine(flag, `${settings[name].description ?? ''} (${environmentName(name)})`)
    }),
    helpLine('--help', 'Show this text'),
  ].join('\n')

/** Variables that are no flags. Where Kubernetes finds a service named chartroom it sets `…_SERVICE_…` and `…_PORT_…` for every program. */
const otherVariables = /^CHARTROOM_((PREVIOUS_)?SECRET_KEYS?|LOG|SERVICE_.*|PORT_.+|TEST_.+|KILL_.+)$/

const unknownVariable = (environment: NodeJS.ProcessEnv): string | undefined => {
  const known = new Set(names.map(environmentName))
  return Object.keys(environment).find((name) => name.startsWith('CHARTROOM_') && !known.has(name) && !otherVariables.test(name))
}

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
  const unknown = unknownVariable(environment)
  if (unknown) throw new ConfigError(`${unknown} is no setting. See --help.`)
  const read = Object.fromEntries(values) as Settings
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
    secretKeyIsNew: false,
  }
}

const folderFaults: Partial<Record<string, string>> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'it lies on a read-only disk',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENOTDIR: 'it is not a directory',
  EEXIST: 'it is not a directory',
  ENOENT: 'it cannot be made there',
}

/** One folder at a time: where none can be made, as below `/proc`, a recursive mkdir of Node does not end. */
const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/**
 * Makes the data directory and reads its secret key; a new one is written when the metadata stands (`keepSecretKey`).
 * @throws ConfigError when nothing can be kept there.
 */
export const prepareDataDir = (config: Config, environment: NodeJS.ProcessEnv): Config => {
  const { dataDir } = config
  try {
    makeFolder(dataDir)
    if (!statSync(dataDir).isDirectory()) throw new ConfigError(`--data: ${dataDir} cannot be used: it is not a directory`)
    const probe = join(dataDir, `.probe-${process.pid}`)
    try {
      writeFileSync(probe, new Uint8Array(65_536))
    } finally {
      rmSync(probe, { force: true })
    }
    return { ...config, ...readSecretKeys(dataDir, environment) }
  } catch (error) {
    const fault = folderFaults[(error as NodeJS.ErrnoException).code ?? '']
    throw new ConfigError(fault ? `--data: ${dataDir} cannot be used: ${fault}` : (error as Error).message, { cause: error })
  }
}
