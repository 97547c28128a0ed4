import { z } from 'zod'

/** What a connection may say; `host` is the account, `database` is `database` or `database/schema`. */
export const snowflakeParameters = z.object({
  host: z.string().regex(/^[\w.-]+$/),
  username: z.string().min(1),
  password: z.string().optional(),
  database: z.string().optional(),
  query: z.strictObject({ warehouse: z.string().optional(), role: z.string().optional() }).optional(),
})

export type SnowflakeParameters = z.output<typeof snowflakeParameters>
