import { z } from 'zod'
import { networkParameters } from '../shared/network-parameters.ts'

/** What a connection may say. */
export const clickhouseParameters = z.object({
  host: z.string().min(1),
  port: z.number().int().min(0).max(65_535).optional(),
  database: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  encryption: z.boolean().optional(),
  ...networkParameters,
  query: z.strictObject({ secure: z.string().optional(), protocol: z.enum(['http', 'https']).optional() }).optional(),
})

export type ClickhouseParameters = z.output<typeof clickhouseParameters>

export const serverUrl = (parameters: ClickhouseParameters): string => {
  const { encryption, query, certificate, via } = parameters
  const secure = encryption || query?.protocol === 'https' || query?.secure === 'true' || certificate !== undefined
  const { host, port } = via ?? parameters
  const named = host.includes(':') ? `[${host}]` : host
  return `${secure ? 'https' : 'http'}://${named}:${port ?? (secure ? 8443 : 8123)}`
}
