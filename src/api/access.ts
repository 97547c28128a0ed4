import { z } from 'zod'
import { columnMasks } from '#core/access/column-rules.ts'
import { route } from './declare/route.ts'

const named = z.object({ id: z.number(), name: z.string() })

const ground = z.object({
  kind: z.enum(['admin', 'pair', 'owner', 'dashboard-role', 'guest-token', 'public-link', 'shown-data', 'lent-data']),
  /** `database_access on [sales].(id:1)`, of grounds that rest on a permission pair. */
  pair: z.string().optional(),
  sentence: z.string(),
})

/** Yes or no, and why. */
const verdict = z.object({
  allowed: z.boolean(),
  /** Everything that allows it; empty if it is refused. */
  grounds: z.array(ground),
  sentences: z.array(z.string()),
})

const data = z.object({
  dataset: named,
  read: verdict,
  /** Row-level rules that bind the person, and what they amount to. */
  row_rules: z.array(named.extend({ filter_type: z.enum(['Regular', 'Base']), clause: z.string() })),
  /** All of them have to be met. */
  row_conditions: z.array(z.string()),
  column_rules: z.array(named.extend({ filter_type: z.enum(['Regular', 'Base']) })),
  columns: z.array(z.object({ name: z.string(), mask: z.enum(columnMasks) })),
  sentences: z.array(z.string()),
})

export const accessExplanation = z.object({
  /** Null: an anonymous visitor. */
  person: named.nullable(),
  object: z.object({ kind: z.enum(['chart', 'dashboard', 'dataset', 'database']), id: z.number(), name: z.string() }),
  see: verdict,
  change: verdict,
  /** Of a database the data as a whole, as SQL Lab reads it. */
  query: verdict,
  /** Since when anyone with its public link can view it; null if it has none. */
  public_link: z.object({ created_on: z.string(), sentence: z.string() }).nullable(),
  /** Of a chart its dataset, of a dashboard all whose data it shows. */
  data: z.array(data),
})
export type AccessExplanation = z.output<typeof accessExplanation>

export const accessExplain = route({
  method: 'GET',
  path: '/api/v1/security/access/:kind/:pk',
  access: ['can_get', 'User'],
  summary: 'Whether and why a person sees an object, and which row and column rules apply',
  tag: 'Security Access',
  params: z.object({ kind: z.enum(['chart', 'dashboard', 'dataset', 'database']), pk: z.coerce.number().int().positive() }),
  /** Without a user: an anonymous visitor. */
  query: z.object({ user: z.coerce.number().int().positive().optional() }),
  result: z.object({ result: accessExplanation }),
})
