import { isIP } from 'node:net'
import { z } from 'zod'
import type { ConnectionOptions } from 'mysql2'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { networkParameters, tunnelledSocket } from '../shared/network-parameters.ts'

const sslModes = ['DISABLED', 'PREFERRED', 'REQUIRED', 'VERIFY_CA', 'VERIFY_IDENTITY'] as const

/** What a connection may say; options that read local files are not among them. */
export const mysqlParameters = z.object({
  host: z.string().min(1),
  port: z.number().int().min(0).max(65_535).default(3306),
  database: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  encryption: z.boolean().optional(),
  ...networkParameters,
  query: z.strictObject({ ssl_mode: z.enum(sslModes).optional(), ssl: z.string().optional(), charset: z.string().optional() }).optional(),
})

export type MysqlParameters = z.output<typeof mysqlParameters>

const tls = ({ host, encryption, query, certificate, clientCertificate, clientKey }: MysqlParameters): ConnectionOptions['ssl'] => {
  const mode = query?.ssl_mode ?? (certificate ? 'VERIFY_CA' : encryption || query?.ssl ? 'REQUIRED' : 'DISABLED')
  if (mode === 'DISABLED' || mode === 'PREFERRED') return undefined
  // The driver checks no certificate against an address: it would take one for `localhost`.
  if (mode === 'VERIFY_IDENTITY' && isIP(host) !== 0)
    throw new AppError('CONNECTION_ACCESS_DENIED_ERROR', t('To check its certificate, enter the name of the host, not its IP address.'), {
      status: 400,
      extra: { invalid: ['host'] },
    })
  return {
    rejectUnauthorized: mode !== 'REQUIRED',
    verifyIdentity: mode === 'VERIFY_IDENTITY',
    ...(certificate !== undefined && { ca: certificate }),
    ...(clientCertificate !== undefined && { cert: clientCertificate }),
    ...(clientKey !== undefined && { key: clientKey }),
  }
}

export const connectionOptions = ({ via, ...parameters }: MysqlParameters): ConnectionOptions => ({
  host: parameters.host,
  port: parameters.port,
  user: parameters.username,
  password: parameters.password,
  database: parameters.database,
  ssl: tls(parameters),
  ...(via && { stream: () => tunnelledSocket(via).connect(0) }),
  charset: 'utf8mb4',
  flags: ['-LOCAL_FILES'],
  enableKeepAlive: true,
  connectTimeout: 10_000,
})
