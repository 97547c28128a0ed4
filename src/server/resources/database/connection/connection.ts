import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import type { Attachment, ConnectionParameters, Engine } from '#engines/engine.ts'
import type { ConnectionSpec } from '#engines/host/protocol.ts'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { restoredMarkFile } from '../../../data-directory/backup.ts'
import type { Context } from '../../../context.ts'
import type { Row } from '../../../db/tables.ts'
import { currentGenerations } from '../../../house/house.ts'
import { LostKeyError, ringOf } from '../../../secrets/secrets.ts'
import { isOwnFile, resolvedFile } from './own-files.ts'
import { isOwnMetadata } from './own-metadata.ts'
import { engineOf, parametersOf, parseUri, type Uri } from './uri.ts'

type Stored = Pick<Row<'databases'>, 'id' | 'uuid' | 'sqlalchemy_uri' | 'secrets' | 'is_house'>
type Reader = Pick<Context, 'db' | 'config' | 'tableFiles'>

/** The encrypted part of a connection. */
export type Secrets = { password?: string; encrypted_extra?: Record<string, unknown> }

const placeOf = (uuid: string) => `databases/${uuid}/secrets`

export const sealSecrets = ({ config }: Pick<Context, 'config'>, uuid: string, secrets: Secrets): string | null =>
  secrets.password === undefined && !secrets.encrypted_extra ? null : ringOf(config).seal(JSON.stringify(secrets), placeOf(uuid))

/** @throws AppError when they were encrypted with a lost key */
export const openSecrets = ({ config }: Pick<Context, 'config'>, { uuid, secrets }: Pick<Stored, 'uuid' | 'secrets'>): Secrets => {
  if (secrets === null) return {}
  try {
    return JSON.parse(ringOf(config).open(secrets, placeOf(uuid))) as Secrets
  } catch (cause) {
    if (!(cause instanceof LostKeyError)) throw cause
    const text = t('The password of this connection cannot be read any more: it was stored with another secret key. Enter it again.')
    throw new AppError('CONNECTION_INVALID_PASSWORD_ERROR', text, { status: 422 }, { cause })
  }
}

/** @throws AppError for an unknown engine */
export const engineFor = (uri: Pick<Uri, 'scheme'> | null): Engine => {
  const engine = uri ? engineOf(uri.scheme) : undefined
  if (!engine)
    throw new AppError('GENERIC_COMMAND_ERROR', t('Could not load database driver for: %(name)s', { name: uri?.scheme ?? '' }), {
      status: 422,
      level: 'warning',
    })
  return engine
}

const keyText = (id: number | string, facts: unknown) =>
  `${id}-${createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)}`

/** Identifies a database file, so that pooled connections and cached results of a replaced file are not used. */
const fileStamp = (engine: Engine, { database }: ConnectionParameters) => {
  const file = engine.embedded && database ? statSync(database, { throwIfNoEntry: false }) : undefined
  return file ? [file.mtimeMs, file.size] : null
}

const deniedError = (message: string) => new AppError('CONNECTION_ACCESS_DENIED_ERROR', message, { status: 422 })

/**
 * The effective parameters, with the resolved path of a file. Our own files and metadata must not be connected, because they contain
 * sessions and encrypted passwords. @throws AppError 422
 */
const resolveParameters = async (
  { config }: Pick<Context, 'config'>,
  engine: Engine,
  parameters: ConnectionParameters,
): Promise<ConnectionParameters> => {
  if (engine.id === 'postgresql' && (await isOwnMetadata(config, parameters)))
    throw deniedError(t('The metadata of Chartroom cannot be connected as a database'))
  if (!engine.embedded || !parameters.database || parameters.database === ':memory:') return parameters
  const database = resolvedFile(parameters.database)
  if (isOwnFile(config, database)) throw deniedError(t('Files of the data directory cannot be connected as a database'))
  return { ...parameters, database }
}

const specOf = async (
  ctx: Pick<Context, 'config'>,
  id: number | string,
  engine: Engine,
  { parameters: given, attachments }: { parameters: ConnectionParameters; attachments?: Attachment[] },
): Promise<ConnectionSpec> => {
  const parameters = await resolveParameters(ctx, engine, given)
  const { timezone } = ctx.config
  return {
    key: keyText(id, [engine.id, parameters, attachments, timezone, fileStamp(engine, parameters)]),
    engine: engine.id,
    parameters,
    timezone,
    ...(attachments && { attachments }),
  }
}

/** When a backup was last restored, which replaces files under the same names. */
const restoredAt = ({ config }: Reader): number => statSync(restoredMarkFile(config), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** The query host's specification of a stored database's connection. Its key changes whenever the connection does. */
export const connectionOf = async (ctx: Reader, database: Stored): Promise<ConnectionSpec> => {
  const uri = parseUri(database.sqlalchemy_uri)
  const engine = engineFor(uri)
  if (database.is_house) {
    const attachments = (await currentGenerations(ctx)).map(({ path, schema, table }) => ({ path, schema, table }))
    return specOf(ctx, `${database.id}-${restoredAt(ctx)}`, engine, { parameters: {}, attachments })
  }
  const { password } = openSecrets(ctx, database)
  return specOf(ctx, database.id, engine, { parameters: parametersOf({ ...(uri as Uri), password }) })
}

/** The specification of a connection that is not stored yet. */
export const trialConnection = (ctx: Pick<Context, 'config'>, uri: Uri): Promise<ConnectionSpec> =>
  specOf(ctx, 'trial', engineFor(uri), { parameters: parametersOf(uri) })
