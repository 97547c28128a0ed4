import { z } from 'zod'
import { networkParameters } from '../shared/network-parameters.ts'

/** What a connection may say; `database` is `catalog` or `catalog/schema`. */
export const trinoParameters = z.object({
  host: z.string().min(1),
  port: z.number().int().min(0).max(65_535).optional(),
  database: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  encryption: z.boolean().optional(),
  actsFor: z.string().optional(),
  via: networkParameters.via,
  query: z.strictObject({ protocol: z.enum(['http', 'https']).optional(), source: z.string().max(64).optional() }).optional(),
})

export type TrinoParameters = z.output<typeof trinoParameters>

export const serverUrl = (parameters: TrinoParameters): string => {
  const { encryption, query, password, via } = parameters
  const { host, port } = via ?? parameters
  const secure = encryption || query?.protocol === 'https' || (Boolean(password) && query?.protocol !== 'http')
  const named = host.includes(':') ? `[${host}]` : host
  return `${secure ? 'https' : 'http'}://${named}:${port ?? (secure ? 443 : 8080)}`
}
