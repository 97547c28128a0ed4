import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { minPasswordLength } from '#api/bodies/me.ts'
import { registrationModes } from '#api/registration.ts'
import { NO_TIME_RANGE } from '#core/time/time-range.ts'
import { authSettings, readAuth, type Auth } from './auth-settings.ts'
import { isBundled } from '#engines/host/program.ts'
import { readSecretKeys } from '../secrets/secret-keys.ts'
import { flagSettings } from './feature-flags.ts'
import { mailSettings, readMail, type Mail } from './mail-settings.ts'

/** A configuration error, which stops the start with its message. */
export class ConfigError extends Error {}

const integer = (min: number, max: number) => {
  const error =
    max === Number.MAX_SAFE_INTEGER ? `It must be a whole number of at least ${min}.` : `It must be a whole number from ${min} to ${max}.`
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error })
}
const positiveInteger = integer(1, Number.MAX_SAFE_INTEGER)
const boolean = z.stringbool({ error: 'It must be true or false.' })

const vizType = z.string().regex(/^\w+$/, { error: 'It must be a chart type such as echarts_timeseries_bar.' })

const moment = z.enum(['today', 'now'], { error: 'It must be today or now.' })

const isZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** IP addresses, subnets, and Fastify's names for groups of them. */
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

const isNetworkList = (list: string) => splitList(list).every(isAddress)

const splitList = (list: string) =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

const hostName = /^(\*\.)?[\w-]+(\.[\w-]+)*$|^\[[\da-f:.]+\]$/i
const imageSource = /^(https:|https?:\/\/(\*\.)?[\w-]+(\.[\w-]+)*(:\d+)?)$/i

/** Every setting with its default and bounds; the README's table and `--help` are generated from the descriptions. */
export const settings = {
  port: integer(0, 65_535).default(8088).describe('Port to listen on'),
  host: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  data: z.string().min(1).default('.chartroom').describe('Data directory'),
  metadata: z
    .string()
    .refine((text) => !/^\w[\w+.-]+:\/\//.test(text) || /^postgres(ql)?:\/\//.test(text), {
      error: 'It must be a SQLite file or a URI that begins with postgresql://.',
    })
    .optional()
    .describe('Metadata database: a SQLite file, or postgresql://… (default: metadata.sqlite in the data directory)'),
  appName: z
    .string()
    .min(1)
    .max(60, { error: 'It must have at most 60 characters.' })
    .default('Chartroom')
    .describe('Name shown in the product'),
  examples: boolean.default(true).describe('Load the example dashboards on the first start'),
  open: boolean.default(false).describe('Open the browser'),
  basePath: z
    .string()
    .regex(/^(\/[\w.-]+)*$/, { error: 'It must be a path such as /charts, without a trailing slash.' })
    .default('')
    .describe('Path under which a proxy serves the product'),
  publicUrl: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+$/, { error: 'It must be a URL such as https://charts.example.org, without a path.' })
    .optional()
    .describe('URL under which users reach the product, for links that are shared (default: the address of the request)'),
  allowedHosts: z
    .string()
    .refine((list) => splitList(list).every((item) => item === '*' || hostName.test(item)), {
      error: 'It must be names such as charts.example.org or *.example.org, without ports, separated by commas.',
    })
    .transform(splitList)
    .default([])
    .describe('Host names that requests may use, comma separated (default: loopback names while only this machine can connect, else all)'),
  metricsToken: z
    .string()
    .min(16, { error: 'It must have at least 16 characters.' })
    .optional()
    .describe('Bearer token that other machines need for /metrics'),
  imageSources: z
    .string()
    .refine((list) => splitList(list).every((item) => imageSource.test(item)), {
      error: 'It must be URLs such as https://images.example.org, or https: for all, separated by commas.',
    })
    .transform(splitList)
    .default([])
    .describe('External sources of images in dashboards, comma separated (default: none)'),
  guestRole: z
    .string()
    .min(1)
    .default('Public')
    .describe('Role of the viewers of embedded dashboards: whether they may download, and which row-level rules bind them'),
  guestTokenSeconds: integer(10, 86_400).default(300).describe('Seconds that a token of an embedded viewer is valid'),
  outgoingNetworks: z
    .string()
    .refine(isNetworkList, { error: 'It must be IP addresses or subnets such as 10.0.0.0/8, separated by commas.' })
    .transform(splitList)
    .default([])
    .describe('Private networks that outgoing requests (webhooks, sign-in providers, files) may reach, comma separated (default: none)'),
  privateDatabases: boolean
    .default(true)
    .describe('Let databases in private networks and on this machine be connected; if not, only those in --outgoing-networks'),
  databaseFolders: z
    .string()
    .transform(splitList)
    .default([])
    .describe('Folders whose SQLite and DuckDB files may be connected, comma separated (default: all)'),
  trustedProxies: z
    .string()
    .refine(isAddressList, { error: 'It must be IP addresses or subnets such as 10.0.0.0/8, separated by commas.' })
    .default('')
    .describe('Addresses of proxies whose X-Forwarded headers are trusted, comma separated'),
  timezone: z
    .string()
    .refine(isZone, { error: 'It must be a time zone such as Europe/Berlin.' })
    .default('UTC')
    .describe('Time zone of relative time ranges and of display'),
  relativeStart: moment.default('today').describe('What relative time ranges start from: today (midnight) or now'),
  relativeEnd: moment.default('today').describe('Where relative time ranges end: today (midnight) or now'),
  defaultTimeFilter: z.string().min(1).default(NO_TIME_RANGE).describe('Time range of new time filters in charts, such as “Last month”'),
  defaultVizType: vizType
    .default('table')
    .describe('Type of charts whose address names none, as the API names it; with table, a new chart gets the type that suits its data'),
  deniedVizTypes: z
    .string()
    .transform(splitList)
    .pipe(z.array(vizType))
    .default([])
    .describe('Chart types that are not offered, as the API names them, comma separated; charts that have one still open'),
  refreshMode: z
    .enum(['force', 'fetch'], { error: 'It must be force or fetch.' })
    .default('force')
    .describe('Whether the auto-refresh of dashboards bypasses the cache (force) or may use it (fetch)'),
  refreshLimit: integer(0, 86_400)
    .default(0)
    .describe('Auto-refresh intervals of dashboards below this many seconds show the refresh warning; 0 for none'),
  refreshWarning: z.string().default('').describe('Text of the refresh warning; without it none is shown'),
  secureCookies: boolean.optional().describe('Send cookies over https only (default: if the request came over https)'),
  loginLinks: boolean.default(false).describe('Print a one-time login link on every start, even if accounts have passwords'),
  adminUser: z.string().min(1).default('admin').describe('Name of the first account'),
  adminPassword: z
    .string()
    .min(minPasswordLength, { error: `It must have at least ${minPasswordLength} characters.` })
    .optional()
    .describe('Password of the first account, for unattended setups'),
  uploadLimit: positiveInteger.default(10 * 1024 ** 3).describe('Largest upload, in bytes'),
  uploadHosts: z
    .string()
    .transform(splitList)
    .default([])
    .describe(
      'Hosts that files may be fetched from by address, comma separated: names, domains such as .example.org, or * (default: none)',
    ),
  rowLimit: positiveInteger.default(50_000).describe('Row limit of queries without one'),
  samplesRowLimit: positiveInteger.default(1000).describe('Row limit of samples queries without one'),
  sqlMaxRow: positiveInteger.default(100_000).describe('Largest row limit of any query'),
  joinRowLimit: positiveInteger.default(500_000).describe('Most rows of a table that are fetched from another database for a join'),
  formulasAsText: boolean
    .default(true)
    .describe('Write texts that a spreadsheet would run as formulas as text, in CSV and Excel files of results'),
  queryTimeout: positiveInteger.default(60).describe('Timeout of queries, in seconds'),
  queryMemory: positiveInteger.default(2048).describe('Memory of a query host, in MB'),
  runningQueries: integer(1, 64).default(2).describe('Queries that run at the same time per query host'),
  sharedScans: integer(0, 65_536)
    .default(256)
    .describe('Memory for rows that several queries of a dashboard share, in MB; 0 turns sharing off'),
  cacheTimeout: integer(-1, Number.MAX_SAFE_INTEGER).default(86_400).describe('Seconds that results are cached'),
  cacheSize: positiveInteger.default(256).describe('Size of the result cache, in MB'),
  resultHours: positiveInteger.default(72).describe('Hours that results of SQL Lab are kept'),
  resultSize: positiveInteger.default(1024).describe('Size of the kept results of SQL Lab, in MB; the oldest are deleted first'),
  firstPictures: boolean
    .default(true)
    .describe('Send pictures and data of cached charts with the first response of a dashboard, before its code runs'),
  sessionDays: positiveInteger.default(31).describe('Days after which a session ends'),
  sessionIdleDays: positiveInteger.default(7).describe('Days after which an unused session ends'),
  purgeDays: positiveInteger.default(30).describe('Days after which deleted charts, dashboards, datasets and databases are purged'),
  historyDays: positiveInteger.default(365).describe('Days that old versions and the action log are kept'),
  ...authSettings,
  ...mailSettings,
  secondFactorRoles: z
    .string()
    .transform(splitList)
    .default([])
    .describe('Roles whose people need a second factor to log in with a password, comma separated'),
  registration: z
    .enum(registrationModes, { error: 'It must be none, mail or approval.' })
    .default('none')
    .describe('How people get an account themselves: none, by a link in a mail (mail), or by the approval of an administrator (approval)'),
  backups: integer(0, 100).default(3).describe('Daily backups to keep; 0 for none'),
  ...flagSettings,
} as const

type Settings = { [K in keyof typeof settings]: z.output<(typeof settings)[K]> }

export type Config = Settings & {
  /** Log-ins by other systems. */
  auth: Auth
  /** How mail is sent; null without a mail server. */
  mail: Mail | null
  /** Absolute path of the data directory. */
  dataDir: string
  /** Signs tokens and encrypts connection secrets. */
  secretKey: string
  /** Older keys, which only decrypt. */
  previousKeys: string[]
  /** The secret key is not saved in the data directory yet. */
  secretKeyIsNew: boolean
  /** Files named on the command line, opened in explore. */
  files: string[]
}

const toKebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const environmentName = (name: string) => `CHARTROOM_${toKebabCase(name).replaceAll('-', '_').toUpperCase()}`
const isSwitch = (name: keyof typeof settings) => settings[name].safeParse('true').data === true

const names = Object.keys(settings) as (keyof typeof settings)[]

/** How users start this program. */
export const commandLine = isBundled ? 'chartroom' : 'npm start --'

/** Commands besides serving, for `--help`. */
export const commandTexts = {
  backup: ['[folder]', 'Write a backup, also while the server runs'],
  restore: ['[folder]', 'Restore a backup, by default the newest one'],
  'rotate-key': ['', 'Create a new secret key and encrypt the secrets of connections with it'],
  auth: ['test USER', 'Say step by step what a log-in would do, without doing it'],
  migrate: ['', 'Migrate the metadata to the newest schema and stop'],
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
      const flag = isSwitch(name) ? `--${toKebabCase(name)}, --no-${toKebabCase(name)}` : `--${toKebabCase(name)} …`
      return helpLine(flag, `${settings[name].description ?? ''} (${environmentName(name)})`)
    }),
    helpLine('--help', 'Show this text'),
  ].join('\n')

/** Variables that are not settings. For a service named chartroom Kubernetes sets `…_SERVICE_…` and `…_PORT_…` in every pod. */
const otherVariables = /^CHARTROOM_((PREVIOUS_)?SECRET_KEYS?|LOG|SERVICE_.*|PORT_.+|TEST_.+|KILL_.+)$/

const unknownVariable = (environment: NodeJS.ProcessEnv): string | undefined => {
  const known = new Set(names.map(environmentName))
  return Object.keys(environment).find((name) => name.startsWith('CHARTROOM_') && !known.has(name) && !otherVariables.test(name))
}

/** @throws ConfigError naming the flag or variable at fault. */
export const readConfig = (args: string[], environment: NodeJS.ProcessEnv): Config & { help: boolean } => {
  const options = Object.fromEntries([
    ...names.flatMap((name) => [
      [toKebabCase(name), { type: isSwitch(name) ? ('boolean' as const) : ('string' as const) }],
      ...(isSwitch(name) ? [[`no-${toKebabCase(name)}`, { type: 'boolean' as const }]] : []),
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
    const flag = flags[`no-${toKebabCase(name)}`] === true ? false : flags[toKebabCase(name)]
    const fromFlag = flag !== undefined
    const raw = fromFlag ? String(flag) : environment[environmentName(name)]
    const result = settings[name].safeParse(raw === '' ? undefined : raw)
    if (result.success) return [name, result.data] as const
    const source = fromFlag ? `--${toKebabCase(name)}` : environmentName(name)
    throw new ConfigError(`${source}: "${raw}" is not valid. ${result.error.issues[0]?.message ?? ''}`.trim())
  })
  const unknown = unknownVariable(environment)
  if (unknown) throw new ConfigError(`${unknown} is not a setting. See --help.`)
  const read = Object.fromEntries(values) as Settings
  const auth = readAuth(read)
  if ('fault' in auth) throw new ConfigError(auth.fault)
  const mail = readMail(read)
  if ('fault' in mail) throw new ConfigError(mail.fault)
  if (read.registration === 'mail' && !mail.mail)
    throw new ConfigError('--registration mail needs --smtp-host, by which the mails are sent.')
  const files = parsed.positionals.map((file) => resolve(environment['INIT_CWD'] ?? '.', file))
  const missing = files.find((file) => !existsSync(file))
  if (missing) throw new ConfigError(`No such file: ${missing}`)
  return {
    ...read,
    auth: auth.auth,
    mail: mail.mail,
    help: flags['help'] === true,
    files,
    dataDir: resolve(environment['INIT_CWD'] ?? '.', read.data),
    secretKey: '',
    previousKeys: [],
    secretKeyIsNew: false,
  }
}

const folderFaults: Partial<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it is on a read-only file system',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENOTDIR: 'it is not a directory',
  EEXIST: 'it is not a directory',
  ENOENT: 'it cannot be created',
}

/** Creates one folder at a time, because Node's recursive mkdir does not terminate below `/proc`. */
const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/**
 * Creates the data directory and reads its secret key; a new key is saved once the metadata is open (`saveSecretKey`).
 * @throws ConfigError when the directory is not writable
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
