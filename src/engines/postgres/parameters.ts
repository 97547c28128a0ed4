import { z } from 'zod'
import type { ClientConfig } from 'pg'
import { networkParameters, tunnelledSocket } from '../shared/network-parameters.ts'
import { tlsOptions } from '../shared/tls.ts'

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

/** What a connection may say; every other option of the server's own clients is refused, as some read files. */
export const postgresParameters = z.object({
  host: z.string().min(1),
  port: z.number().int().min(0).max(65_535).default(5432),
  database: z.string().min(1),
  username: z.string().optional(),
  password: z.string().optional(),
  encryption: z.boolean().optional(),
  actsFor: z.string().optional(),
  ...networkParameters,
  query: z
    .strictObject({
      sslmode: z.enum(sslModes).optional(),
      application_name: z.string().max(63).optional(),
      connect_timeout: z.string().optional(),
    })
    .optional(),
})

export type PostgresParameters = z.output<typeof postgresParameters>

/** Superset checks the host, too, where a certificate is given without a mode. */
const tls = (parameters: PostgresParameters): ClientConfig['ssl'] => {
  const { encryption, query, certificate } = parameters
  const mode = query?.sslmode ?? (certificate ? 'verify-full' : encryption ? 'require' : 'disable')
  if (mode === 'disable' || mode === 'allow' || mode === 'prefer') return false
  return tlsOptions(mode === 'verify-full' ? 'host' : mode === 'verify-ca' ? 'authority' : 'none', parameters)
}

export const clientConfig = ({ via, ...parameters }: PostgresParameters, database: string, timeoutMs: number): ClientConfig => ({
  host: parameters.host,
  port: parameters.port,
  user: parameters.username,
  password: parameters.password,
  database,
  ssl: tls(parameters),
  ...(via && { stream: () => tunnelledSocket(via) }),
  connectionTimeoutMillis: timeoutMs,
  keepAlive: true,
  application_name: parameters.query?.application_name ?? 'chartroom',
})
