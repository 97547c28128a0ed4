import { z } from 'zod'

/** What a connection may say: `host` is the project, `database` the default dataset; the key of the account is sealed beside the URI. */
export const bigqueryParameters = z.object({
  host: z.string().regex(/^[\w.:-]+$/),
  database: z.string().optional(),
  query: z.strictObject({ location: z.string().optional(), credentials_info: z.string().optional() }).optional(),
})

export type BigqueryParameters = z.output<typeof bigqueryParameters>

/** The key file of a service account. */
const accountKey = z.object({ client_email: z.string(), private_key: z.string() })

export const readAccountKey = ({ query }: BigqueryParameters): z.output<typeof accountKey> | undefined =>
  query?.credentials_info === undefined ? undefined : accountKey.parse(JSON.parse(query.credentials_info))
