import type { Principal } from '#core/access/principal.ts'
import type { Context } from '../../context.ts'
import type { Source } from './source.ts'

/**
 * Row-level conditions that the viewer is held to on a dataset, as SQL. A guest carries them in the token; rules of roles join them
 * here once they are stored.
 */
export const rowRules = async (
  _ctx: Pick<Context, 'db'>,
  principal: Principal,
  { dataset }: Pick<Source, 'dataset'>,
): Promise<string[]> => {
  if (principal.kind !== 'guest') return []
  return principal.rules.filter((rule) => rule.dataset === undefined || rule.dataset === dataset.id).map((rule) => rule.clause)
}
