import { z } from 'zod'

/** What a connection may say; the password is an access token. */
export const databricksParameters = z.object({
  host: z.string().min(1),
  port: z.number().int().min(0).max(65_535).default(443),
  username: z.string().optional(),
  password: z.string().min(1),
  database: z.string().optional(),
  query: z.strictObject({ http_path: z.string().min(1), catalog: z.string().optional(), schema: z.string().optional() }),
})

export type DatabricksParameters = z.output<typeof databricksParameters>
