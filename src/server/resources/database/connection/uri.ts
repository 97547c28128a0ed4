import type { ConnectionParameters, Engine } from '#engines/engine.ts'
import { engines } from '#engines/index.ts'

/** Connection strings of the form `scheme://user:password@host:port/database?key=value`. */
export type Uri = {
  scheme: string
  username: string | undefined
  password: string | undefined
  host: string | undefined
  port: number | undefined
  /** The text after the slash behind the host; for files the path, absolute if it begins with another slash. */
  database: string | undefined
  query: Record<string, string>
}

/** Shown in place of a password. */
export const passwordMask = 'XXXXXXXXXX'

const uriPattern =
  /^(?<scheme>[\w+.-]+):\/\/(?:(?<username>[^:/@?]*)(?::(?<password>[^@]*))?@)?(?<host>\[[^\]]+\]|[^/:?]*)(?::(?<port>\d*))?(?:\/(?<database>[^?]*))?(?:\?(?<query>.*))?$/s

const decodePart = (text: string | undefined): string | undefined => {
  if (!text) return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const parseUri = (text: string): Uri | null => {
  const found = uriPattern.exec(text)?.groups
  if (!found?.['scheme']) return null
  const { scheme, username, password, host, port, database, query } = found
  return {
    scheme,
    username: decodePart(username),
    password: decodePart(password),
    host: host?.replace(/^\[(.*)\]$/, '$1') || undefined,
    port: port ? Number(port) : undefined,
    database: decodePart(database),
    query: Object.fromEntries(new URLSearchParams(query ?? '')),
  }
}

export const formatUri = ({ scheme, username, password, host, port, database, query }: Uri): string => {
  const account = username === undefined ? '' : `${encode(username)}${password === undefined ? '' : `:${encode(password)}`}@`
  const address = `${host?.includes(':') ? `[${host}]` : (host ?? '')}${port === undefined ? '' : `:${port}`}`
  const search = new URLSearchParams(query).toString()
  return `${scheme}://${account}${address}${database === undefined ? '' : `/${database}`}${search ? `?${search}` : ''}`
}

const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

export const maskPassword = (uri: Uri): Uri => (uri.password === undefined ? uri : { ...uri, password: passwordMask })

/** The engine of a scheme, which may have a driver after a plus sign. */
export const engineOf = (scheme: string): Engine | undefined => {
  const plain = scheme.split('+')[0] ?? ''
  return engines.find((engine) => engine.schemes.includes(scheme)) ?? engines.find((engine) => engine.schemes.includes(plain))
}

export const driverOf = (scheme: string, engine: Engine | undefined): string => scheme.split('+')[1] ?? engine?.defaultDriver ?? ''

const encryptedBy: Record<string, string> = { sslmode: 'require' }

export const parametersOf = ({ username, password, host, port, database, query }: Uri): ConnectionParameters => ({
  ...(username !== undefined && { username }),
  ...(password !== undefined && { password }),
  ...(host !== undefined && { host }),
  ...(port !== undefined && { port }),
  ...(database !== undefined && { database }),
  query: Object.fromEntries(Object.entries(query).filter(([key, value]) => encryptedBy[key] !== value)),
  encryption: Object.entries(encryptedBy).some(([key, value]) => query[key] === value),
})

export const uriOf = (engine: Engine, parameters: ConnectionParameters): Uri => ({
  scheme: engine.schemes[0] ?? engine.id,
  username: parameters.username,
  password: parameters.password,
  host: parameters.host,
  port: parameters.port,
  database: parameters.database,
  query: { ...parameters.query, ...(parameters.encryption ? encryptedBy : {}) },
})
