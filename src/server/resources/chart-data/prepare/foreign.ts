import type { Principal } from '#core/access/principal.ts'
import type { Compiled } from '#engines/compile/query.ts'
import type { Fetch } from '#engines/host/protocol.ts'
import type { NamedDatabases } from '../../database/foreign/named-databases.ts'
import { planForeign } from '../../database/foreign/plan-foreign.ts'
import type { Source } from '../source.ts'
import type { PrepareContext } from './prepare.ts'

export type Joined = { compiled: Compiled; fetches: readonly Fetch[] }

/** The query with tables of other databases read from temporary ones. Their rows belong to one run: they are not shared with other queries. */
export const joinDatabases = async (
  ctx: PrepareContext,
  compiled: Compiled,
  { dialect, principal, named }: { dialect: Source['dialect']; principal: Principal; named: NamedDatabases },
): Promise<Joined> => {
  if (!named.size) return { compiled, fetches: [] }
  const scope = { ctx, principal, signal: ctx.closing, named }
  const main = await planForeign(scope, { sql: compiled.sql, dialect })
  let { fetches } = main
  const offsets = []
  for (const offset of compiled.offsets) {
    const planned = await planForeign(scope, { sql: offset.sql, dialect, before: fetches })
    fetches = planned.fetches
    offsets.push({ ...offset, sql: planned.sql })
  }
  return { compiled: { ...compiled, sql: main.sql, offsets, isOneSource: false }, fetches }
}
