import type { Kind } from '#core/access/kind.ts'
import { isAllowed } from '#core/access/can.ts'
import { hasPair, type Principal } from '#core/access/principal.ts'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import type { BundleSecrets } from './secrets/given.ts'
import { tableOf, type ChangeScope } from '../../db/change.ts'

/** What the writers of a bundle share. */
export type Import = {
  ctx: Pick<Context, 'config'>
  scope: ChangeScope
  principal: Principal
  secretsOf: BundleSecrets
}

type Owned = Exclude<Kind, 'filter_set'>

const views: Record<Owned, string> = { chart: 'Chart', dashboard: 'Dashboard', dataset: 'Dataset', database: 'Database' }

const mayNotCreate = (kind: string) =>
  new AppError('GENERIC_COMMAND_ERROR', t("%(kind)s doesn't exist and user doesn't have permission to create it", { kind }), {
    status: 403,
    level: 'warning',
  })

/** Of what has no owners. @throws AppError 403 */
export const requireWrite = (principal: Principal, view: 'SavedQuery' | 'Theme'): void => {
  if (!hasPair(principal, 'can_write', view)) throw mayNotCreate(view)
}

/** @throws AppError 403 */
export const requireCreate = (principal: Principal, kind: Owned): void => {
  if (!hasPair(principal, 'can_write', views[kind])) throw mayNotCreate(views[kind])
}

/** @throws AppError 403 */
export const requireChange = async ({ scope, principal }: Import, kind: Owned, id: number): Promise<void> => {
  const subject = await subjectOf(scope.trx, kind, id)
  if (subject && hasPair(principal, 'can_write', views[kind]) && isAllowed(principal, 'change', subject)) return
  const message = t("%(kind)s already exists and user doesn't have permissions to overwrite it", { kind: views[kind] })
  throw new AppError('GENERIC_COMMAND_ERROR', message, { status: 403, level: 'warning' })
}

/** Gives a deleted object another uuid, so that the one of the bundle is free; it can still be restored. */
export const freeUuid = async ({ trx }: ChangeScope, kind: Owned, uuid: string): Promise<void> => {
  await trx
    .updateTable(tableOf[kind])
    .set({ uuid: crypto.randomUUID() })
    .where('uuid', '=', uuid)
    .where('deleted_at', 'is not', null)
    .execute()
}

/** Documents are stored as text. */
export const documentText = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)

export const flagOf = (value: boolean | null | undefined, otherwise = false): number => ((value ?? otherwise) ? 1 : 0)
