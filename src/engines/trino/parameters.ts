import { z } from 'zod'

/** What a connection may say; `database` is `catalog` or `catalog/schema`. */
export const trinoParameters = z.object({
  host: z.string().min(1),
  port: z.number().int().min(0).max(65_535).optional(),
  database: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  encryption: z.boolean().optional(),
  query: z.strictObject({ protocol: z.enum(['http', 'https']).optional(), source: z.string().max(64).optional() }).optional(),
})

export type TrinoParameters = z.output<typeof trinoParameters>

export const serverUrl = ({ host, port, encryption, query, password }: TrinoParameters): string => {
  const secure = encryption || query?.protocol === 'https' || (Boolean(password) && query?.protocol !== 'http')
  const named = host.includes(':') ? `[${host}]` : host
  return `${secure ? 'https' : 'http'}://${named}:${port ?? (secure ? 443 : 8080)}`
}
