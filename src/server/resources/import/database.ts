import { t } from '#core/i18n/t.ts'
import { syncObjectPairs } from '../../access/object-pairs.ts'
import { openSecrets, sealSecrets } from '../database/connection/secrets.ts'
import { engineOf, formatUri, maskPassword, parseUri, passwordMask, type Uri } from '../database/connection/uri.ts'
import { recordDatabase } from '../database/store.ts'
import { invalidFiles } from './faults.ts'
import { findDatabase } from './find.ts'
import type { DatabaseFile } from './schemas.ts'
import type { Placed } from './sorted.ts'
import { documentText, flagOf, freeUuid, requireChange, requireCreate, type Import } from './writing.ts'

/** The password of a bundle's database: given with the request, else in the file; undefined where it is masked. */
export const passwordOf = ({ path, file }: Placed<DatabaseFile>, passwords: ReadonlyMap<string, string>): string | undefined => {
  const given = passwords.get(path) ?? file.password ?? parseUri(file.sqlalchemy_uri)?.password
  return given === passwordMask ? undefined : given
}

/** Whether the file masks a password that nobody gives. */
export const lacksPassword = (placed: Placed<DatabaseFile>, passwords: ReadonlyMap<string, string>): boolean =>
  parseUri(placed.file.sqlalchemy_uri)?.password === passwordMask && passwordOf(placed, passwords) === undefined

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

/** Creates a database, or overwrites one with its name or uuid; the house database stays as it is. Returns its id. */
export const importDatabase = async (importing: Import, placed: Placed<DatabaseFile>, overwrite: boolean): Promise<number> => {
  const { ctx, scope, principal, passwords } = importing
  const { trx } = scope
  const { file } = placed
  const found = await findDatabase(trx, file)
  if (found && (!overwrite || found.is_house)) return found.id
  const uri = parseUri(file.sqlalchemy_uri)
  if (!uri) throw new Error('The connection string was not checked')
  const given = passwordOf(placed, passwords)
  if (found) {
    await requireChange(importing, 'database', found.id)
    await requireFreeName(importing, placed, found.id)
    const before = parseUri(found.sqlalchemy_uri)
    const isSamePlace = before?.host === uri.host && before?.port === uri.port
    const secrets = isSamePlace ? openSecrets(ctx, found) : {}
    await trx
      .updateTable('databases')
      .set({
        ...settingsOf(file, uri),
        secrets: sealSecrets(ctx, found.uuid, { ...secrets, ...(given !== undefined && { password: given }) }),
      })
      .where('id', '=', found.id)
      .execute()
    await syncObjectPairs(trx, 'database', found.id)
    await recordDatabase(scope, found.id, 'update')
    return found.id
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
      secrets: sealSecrets(ctx, file.uuid, given === undefined ? {} : { password: given }),
      configuration_method: 'sqlalchemy_form',
      force_ctas_schema: null,
      server_cert: null,
      external_url: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await syncObjectPairs(trx, 'database', id)
  await recordDatabase(scope, id, 'create')
  return id
}
