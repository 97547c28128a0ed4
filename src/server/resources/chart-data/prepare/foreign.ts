import type { Principal } from '#core/access/principal.ts'
import type { Compiled } from '#engines/compile/query.ts'
import type { Fetch } from '#engines/host/protocol.ts'
import type { NamedDatabases } from '../../database/foreign/named-databases.ts'
import { reachOut } from '../../database/foreign/reach-out.ts'
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
  const reaching = { ctx, principal, signal: ctx.closing, named }
  const main = await reachOut(reaching, { sql: compiled.sql, dialect })
  let { fetches } = main
  const offsets = []
  for (const offset of compiled.offsets) {
    const reached = await reachOut(reaching, { sql: offset.sql, dialect, before: fetches })
    fetches = reached.fetches
    offsets.push({ ...offset, sql: reached.sql })
  }
  return { compiled: { ...compiled, sql: main.sql, offsets, isOneSource: false }, fetches }
}
