import { t } from '#core/i18n/t.ts'
import { syncObjectPairs } from '../../access/object-pairs.ts'
import type { Row } from '../../db/tables.ts'
import { openSecretsIfReadable, sealSecrets } from '../database/connection/secrets.ts'
import { engineOf, formatUri, maskPassword, parseUri, type Uri } from '../database/connection/uri.ts'
import { recordDatabase } from '../database/store.ts'
import { invalidFiles } from './faults.ts'
import { findDatabase } from './find.ts'
import type { DatabaseFile } from './schemas.ts'
import { importedSecrets } from './secrets/imported-secrets.ts'
import type { Placed } from './sorted.ts'
import { documentText, flagOf, freeUuid, requireChange, requireCreate, type Import } from './writing.ts'

/** What overwriting a database keeps, as far as it can be read; null where there is none. */
export const storedOf = (ctx: Import['ctx'], found: Row<'databases'> | undefined) =>
  found ? { uri: parseUri(found.sqlalchemy_uri), secrets: openSecretsIfReadable(ctx, found) } : null

const settingsOf = (file: DatabaseFile, uri: Uri) => ({
  database_name: file.database_name,
  sqlalchemy_uri: formatUri(maskPassword(uri)),
  engine: engineOf(uri.scheme)?.id ?? uri.scheme,
  cache_timeout: file.cache_timeout ?? null,
  expose_in_sqllab: flagOf(file.expose_in_sqllab, true),
  allow_run_async: flagOf(file.allow_run_async),
  allow_ctas: flagOf(file.allow_ctas),
  allow_cvas: flagOf(file.allow_cvas),
  allow_dml: flagOf(file.allow_dml),
  allow_file_upload: flagOf(file.allow_file_upload ?? file.allow_csv_upload),
  impersonate_user: flagOf(file.impersonate_user),
  extra: documentText(file.extra),
})

/** @throws AppError 422 */
const requireFreeName = async ({ scope }: Import, { path, file }: Placed<DatabaseFile>, id: number): Promise<void> => {
  const named = scope.trx.selectFrom('databases').select('id').where('database_name', '=', file.database_name)
  const taken = await named.where('id', '!=', id).where('deleted_at', 'is', null).executeTakeFirst()
  if (taken) throw invalidFiles('database', { [path]: { database_name: [t('A database with the same name already exists.')] } })
}

/** Creates a database, or overwrites one with its name or uuid; the house database stays as it is. */
export const importDatabase = async (
  importing: Import,
  placed: Placed<DatabaseFile>,
  overwrite: boolean,
): Promise<{ id: number; isWritten: boolean }> => {
  const { ctx, scope, principal, secretsOf } = importing
  const { trx } = scope
  const { path, file } = placed
  const found = await findDatabase(trx, file)
  if (found && (!overwrite || found.is_house)) return { id: found.id, isWritten: false }
  const uri = parseUri(file.sqlalchemy_uri)
  if (!uri) throw new Error('The connection string was not checked')
  const { secrets, missing } = importedSecrets(file, secretsOf(path), storedOf(ctx, found))
  if (missing.length > 0) throw invalidFiles('database', { [path]: { _schema: missing } })
  if (found) {
    await requireChange(importing, 'database', found.id)
    await requireFreeName(importing, placed, found.id)
    await trx
      .updateTable('databases')
      .set({ ...settingsOf(file, uri), secrets: sealSecrets(ctx, found.uuid, secrets) })
      .where('id', '=', found.id)
      .execute()
    await syncObjectPairs(trx, 'database', found.id)
    await recordDatabase(scope, found.id, 'update')
    return { id: found.id, isWritten: true }
  }
  requireCreate(principal, 'database')
  await freeUuid(scope, 'database', file.uuid)
  const { id } = await trx
    .insertInto('databases')
    .values({
      ...scope.stamp(),
      ...settingsOf(file, uri),
      uuid: file.uuid,
      deleted_at: null,
      secrets: sealSecrets(ctx, file.uuid, secrets),
      configuration_method: 'sqlalchemy_form',
      force_ctas_schema: null,
      server_cert: null,
      external_url: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await syncObjectPairs(trx, 'database', id)
  await recordDatabase(scope, id, 'create')
  return { id, isWritten: true }
}
