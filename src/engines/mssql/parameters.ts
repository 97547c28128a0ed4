import { z } from 'zod'
import { networkParameters } from '../shared/network-parameters.ts'

/** What a connection may say. */
export const mssqlParameters = z.object({
  host: z.string().min(1),
  port: z.number().int().min(0).max(65_535).default(1433),
  database: z.string().min(1),
  username: z.string().optional(),
  password: z.string().optional(),
  encryption: z.boolean().optional(),
  certificate: networkParameters.certificate,
  via: networkParameters.via,
  query: z
    .strictObject({ encrypt: z.enum(['yes', 'no']).optional(), trust_server_certificate: z.enum(['yes', 'no']).optional() })
    .optional(),
})

export type MssqlParameters = z.output<typeof mssqlParameters>
