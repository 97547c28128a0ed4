import type { Principal } from '#core/access/principal.ts'
import { userOf } from '#core/access/principal.ts'
import type { Context } from '../../../context.ts'
import { toDataJob } from '../execute.ts'
import { chartDataState } from '../kept/state.ts'
import { prepareParts } from '../request/parts.ts'
import { readQueryContext } from '../request/read-request.ts'
import type { RollUpAxis } from './axis.ts'

type PrepareInput = RollUpAxis & { contexts: unknown[]; principal: Principal; signal: AbortSignal }

/** Makes the roll-ups of all queries of some contexts; how many there are. Those that cannot be run are left out. */
export const prepareRollUps = async (ctx: Context, { contexts, column, step, principal, signal }: PrepareInput): Promise<number> => {
  const { rollUps } = chartDataState(ctx)
  const user = String(userOf(principal)?.id ?? principal.kind)
  const prepareContext = async (value: unknown): Promise<boolean[]> => {
    const parts = await prepareParts(ctx, { context: readQueryContext(value), principal })
    return Promise.all(
      parts.map(async ({ source, prepared }) => {
        if (!prepared) return false
        const job = toDataJob(ctx, source, prepared, 'json')
        return rollUps.prepare({ source, prepared, job }, { column, step }, { user, signal })
      }),
    )
  }
  const made = await Promise.all(contexts.map((context) => prepareContext(context).catch(() => [false])))
  return made.flat().filter(Boolean).length
}
