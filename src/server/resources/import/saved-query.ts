import { isAdmin, userOf } from '#core/access/principal.ts'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { insertQuery } from '../saved_query/store.ts'
import { findQuery } from './find.ts'
import type { QueryFile } from './schemas.ts'
import { requireWrite, type Import } from './writing.ts'

type Options = { databaseId: number; overwrite: boolean }

/** Creates a saved query of the importer, or overwrites the one of the same uuid. */
export const importQuery = async ({ scope, principal }: Import, file: QueryFile, { databaseId, overwrite }: Options): Promise<void> => {
  const { trx, now, userId } = scope
  const found = await findQuery(trx, file)
  if (found && !overwrite) return
  requireWrite(principal, 'SavedQuery')
  const settings = {
    db_id: databaseId,
    catalog: file.catalog ?? null,
    schema: file.schema ?? null,
    label: file.label ?? null,
    description: file.description ?? null,
    sql: file.sql,
    template_parameters: file.template_parameters ?? null,
  }
  if (!found) {
    await insertQuery(trx, { ...settings, uuid: file.uuid }, { now, userId })
    return
  }
  if (!isAdmin(principal) && found.created_by_fk !== userOf(principal)?.id) {
    const message = t("%(kind)s already exists and user doesn't have permissions to overwrite it", { kind: 'SavedQuery' })
    throw new AppError('GENERIC_COMMAND_ERROR', message, { status: 403, level: 'warning' })
  }
  await trx
    .updateTable('saved_queries')
    .set({ ...settings, changed_on: now, changed_by_fk: userId })
    .where('id', '=', found.id)
    .execute()
}
