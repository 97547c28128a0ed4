import { z } from 'zod'
import type { ClientConfig } from 'pg'

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

/** What a connection may say; every other option of the server's own clients is refused, as some read files. */
export const postgresParameters = z.object({
  host: z.string().min(1),
  port: z.number().int().min(0).max(65_535).default(5432),
  database: z.string().min(1),
  username: z.string().optional(),
  password: z.string().optional(),
  encryption: z.boolean().optional(),
  query: z
    .strictObject({
      sslmode: z.enum(sslModes).optional(),
      application_name: z.string().max(63).optional(),
      connect_timeout: z.string().optional(),
    })
    .optional(),
})

export type PostgresParameters = z.output<typeof postgresParameters>

const tls = ({ encryption, query }: PostgresParameters): ClientConfig['ssl'] => {
  const mode = query?.sslmode ?? (encryption ? 'require' : 'disable')
  if (mode === 'disable' || mode === 'allow' || mode === 'prefer') return false
  return { rejectUnauthorized: mode !== 'require' }
}

export const clientConfig = (parameters: PostgresParameters, database: string, timeoutMs: number): ClientConfig => ({
  host: parameters.host,
  port: parameters.port,
  user: parameters.username,
  password: parameters.password,
  database,
  ssl: tls(parameters),
  connectionTimeoutMillis: timeoutMs,
  keepAlive: true,
  application_name: parameters.query?.application_name ?? 'chartroom',
})
