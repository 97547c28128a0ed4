import type { ConnectionTrial, DatabasePatch, NewDatabase } from '#api/bodies/database.ts'
import type { Engine } from '#engines/engine.ts'
import { findEngine } from '#engines/index.ts'
import { MessageError, notFound, type FieldTexts } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { syncObjectPairs } from '../../access/object-pairs.ts'
import { clearRightsCache } from '../../access/principals.ts'
import type { Context } from '../../context.ts'
import { change, type Action, type ChangeScope, type Writer } from '../../db/change.ts'
import { requireAccess, markDeleted, rejectFaults, stateAt, undelete, uuidFault } from '../../db/owned.ts'
import type { Db } from '../../db/open.ts'
import type { Row } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'
import { requireReadableCertificate } from './connection/details.ts'
import { changedSecrets, sealSecrets } from './connection/secrets.ts'
import { hasParametersForm, requiredParameters } from './connection/describe.ts'
import { engineOf, formatUri, maskPassword, parseUri, uriOf, type Uri } from './connection/uri.ts'

type WriteContext = Pick<Context, 'db' | 'events' | 'now' | 'config'>

const invalidUri = 'Invalid connection string, a valid string usually follows: backend+driver://user:password@database-host/database-name'

type FaultStatus = 400 | 422

/** The engine of a connection form. @throws MessageError when the engine has no form */
const formEngine = (name: string | null | undefined, status: FaultStatus): Engine => {
  const engine = findEngine(name ?? '') ?? engineOf(name ?? '')
  if (engine && hasParametersForm(engine)) return engine
  const text = 'Engine spec "InvalidEngine" does not support being configured via individual parameters.'
  throw new MessageError(status, { _schema: [text] })
}

const uriFromForm = (body: ConnectionTrial, status: FaultStatus): Uri => {
  const engine = formEngine(body.engine, status)
  const given = body.parameters ?? {}
  const missing = requiredParameters(engine).filter((name) => given[name] === undefined || given[name] === '')
  if (missing.length) {
    const texts: FieldTexts = Object.fromEntries(missing.map((name) => [name, ['Missing data for required field.']]))
    throw new MessageError(status, texts)
  }
  const parsed = engine.parameters.safeParse(given)
  if (!parsed.success) throw new MessageError(status, { parameters: [parsed.error.issues[0]?.message ?? 'Not valid.'] })
  return uriOf(engine, parsed.data)
}

/** The connection in a request body, as string or form; undefined if there is none. @throws MessageError with `status` */
export const uriOfBody = (body: ConnectionTrial, status: FaultStatus = 400): Uri | undefined => {
  if (body.configuration_method === 'dynamic_form' && (body.parameters || !body.sqlalchemy_uri)) return uriFromForm(body, status)
  if (!body.sqlalchemy_uri) return undefined
  const uri = parseUri(body.sqlalchemy_uri)
  if (!uri) throw new MessageError(status, { sqlalchemy_uri: [invalidUri] })
  return uri
}

export const readDatabase = async (db: Db, id: number): Promise<Row<'databases'> | null> =>
  (await db.selectFrom('databases').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()) ?? null

const requireFreeName = async (db: Db, name: string | null | undefined, id?: number): Promise<void> => {
  if (!name) return
  const found = await db
    .selectFrom('databases')
    .select('id')
    .where('database_name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (found && found.id !== id) {
    throw new MessageError(422, { database_name: t('A database with the same name already exists.') } as unknown as FieldTexts)
  }
}

export const recordDatabase = async (scope: ChangeScope, id: number, action: Action): Promise<number> => {
  const state = await scope.trx.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return scope.record({ kind: 'database', id, action, state })
}

const switches = [
  'expose_in_sqllab',
  'allow_run_async',
  'allow_file_upload',
  'allow_ctas',
  'allow_cvas',
  'allow_dml',
  'impersonate_user',
  'is_managed_externally',
] as const
const plainColumns = ['cache_timeout', 'force_ctas_schema', 'extra', 'server_cert', 'external_url'] as const

const settingsOf = (body: DatabasePatch) => ({
  ...Object.fromEntries(switches.flatMap((name) => (typeof body[name] === 'boolean' ? [[name, body[name] ? 1 : 0] as const] : []))),
  ...Object.fromEntries(plainColumns.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]] as const]))),
  ...(body.configuration_method && { configuration_method: body.configuration_method }),
})

export const createDatabase = (ctx: WriteContext, writer: Writer, body: NewDatabase, uri: Uri): Promise<{ id: number; uuid: string }> =>
  change(ctx, writer, async (scope) => {
    const { trx } = scope
    await requireFreeName(trx, body.database_name)
    rejectFaults({ uuid: await uuidFault(trx, 'database', body.uuid) })
    const stamp = scope.stamp()
    const uuid = body.uuid ?? stamp.uuid
    const secrets = changedSecrets(ctx, { body, uri, stored: null })
    const { id } = await trx
      .insertInto('databases')
      .values({
        ...stamp,
        uuid,
        deleted_at: null,
        database_name: body.database_name,
        sqlalchemy_uri: formatUri(maskPassword(uri)),
        secrets: sealSecrets(ctx, uuid, secrets),
        engine: engineOf(uri.scheme)?.id ?? uri.scheme,
        configuration_method: 'sqlalchemy_form',
        force_ctas_schema: null,
        cache_timeout: null,
        extra: null,
        server_cert: null,
        external_url: null,
        ...settingsOf(body),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await syncObjectPairs(trx, 'database', id)
    await recordDatabase(scope, id, 'create')
    return { id, uuid }
  })

export const updateDatabase = (
  ctx: WriteContext,
  writer: Writer,
  id: number,
  body: DatabasePatch,
): Promise<{ version: number; row: Row<'databases'> }> =>
  change(ctx, writer, async (scope) => {
    const { trx } = scope
    await requireAccess(trx, writer.principal, 'change', { kind: 'database', id })
    await scope.expect('database', id)
    const stored = await readDatabase(trx, id)
    if (!stored) throw notFound()
    await requireFreeName(trx, body.database_name, id)
    requireReadableCertificate(body)
    const uri = stored.is_house ? undefined : uriOfBody(body)
    const changesSecrets = uri ?? body.masked_encrypted_extra ?? body.ssh_tunnel
    const target = uri ?? parseUri(stored.sqlalchemy_uri)
    const secrets = changesSecrets !== undefined && target ? changedSecrets(ctx, { body, uri: target, stored }) : undefined
    await trx
      .updateTable('databases')
      .set({
        ...settingsOf(body),
        ...(body.database_name && { database_name: body.database_name }),
        ...(uri && { sqlalchemy_uri: formatUri(maskPassword(uri)), engine: engineOf(uri.scheme)?.id ?? uri.scheme }),
        ...(secrets && { secrets: sealSecrets(ctx, stored.uuid, secrets) }),
        changed_on: scope.now,
      })
      .where('id', '=', id)
      .execute()
    await syncObjectPairs(trx, 'database', id)
    const version = await recordDatabase(scope, id, 'update')
    return { version, row: await trx.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirstOrThrow() }
  })

export const deleteDatabase = (ctx: WriteContext, writer: Writer, id: number): Promise<void> =>
  change(ctx, writer, async (scope) => {
    const { trx } = scope
    await requireAccess(trx, writer.principal, 'change', { kind: 'database', id })
    await scope.expect('database', id)
    const stored = await readDatabase(trx, id)
    if (stored?.is_house) throw new MessageError(422, t('The database of uploaded files cannot be deleted'))
    const datasets = await trx
      .selectFrom('datasets')
      .select('id')
      .where('database_id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (datasets) throw new MessageError(422, t('Cannot delete a database that has datasets attached'))
    await markDeleted(scope, 'database', id)
    await recordDatabase(scope, id, 'delete')
  })

export const restoreDatabase = (ctx: WriteContext, writer: Writer, id: number, version: number | undefined): Promise<number> =>
  change(ctx, writer, async (scope) => {
    const { trx } = scope
    const row = await trx.selectFrom('databases').select('database_name').where('id', '=', id).executeTakeFirst()
    await requireFreeName(trx, row?.database_name, id)
    await undelete(scope, 'database', id)
    await requireAccess(trx, writer.principal, 'change', { kind: 'database', id })
    if (version !== undefined) {
      const state = await stateAt(trx, 'database', id, version)
      const fields = [...switches, ...plainColumns, 'sqlalchemy_uri', 'secrets', 'engine', 'configuration_method']
      await trx
        .updateTable('databases')
        .set(Object.fromEntries(fields.map((name) => [name, state[name]])))
        .where('id', '=', id)
        .execute()
    }
    return recordDatabase(scope, id, 'restore')
  })

export const syncPermissions = async (ctx: WriteContext, writer: Writer, id: number): Promise<void> => {
  await transact(ctx.db, async (trx) => {
    await requireAccess(trx, writer.principal, 'change', { kind: 'database', id })
    await syncObjectPairs(trx, 'database', id)
    const datasets = await trx.selectFrom('datasets').select('id').where('database_id', '=', id).execute()
    for (const dataset of datasets) await syncObjectPairs(trx, 'dataset', dataset.id)
  })
  clearRightsCache(ctx)
}
