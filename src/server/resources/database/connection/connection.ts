import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { userOf, type Principal } from '#core/access/principal.ts'
import type { ConnectionParameters, Engine } from '#engines/engine.ts'
import type { ConnectionSpec, TunnelSpec } from '#engines/host/protocol.ts'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { restoredMarkFile } from '../../../data-directory/backup.ts'
import type { Context } from '../../../context.ts'
import type { Row } from '../../../db/tables.ts'
import { currentGenerations } from '../../../house/house.ts'
import { isInFolders, isOwnFile, resolvedFile } from './own-files.ts'
import { isOwnMetadata } from './own-metadata.ts'
import { effectiveParameters, tunnelSpec, type ConnectionParts } from './details.ts'
import { openSecrets } from './secrets.ts'
import { engineOf, parseUri, type Uri } from './uri.ts'

type Stored = Pick<
  Row<'databases'>,
  'id' | 'uuid' | 'sqlalchemy_uri' | 'secrets' | 'is_house' | 'extra' | 'server_cert' | 'impersonate_user'
>
type Reader = Pick<Context, 'db' | 'config' | 'tableFiles'>

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
 * sessions and encrypted passwords, and of the machine's other files only those that the settings name. @throws AppError 422
 */
const resolveParameters = async (
  { config }: Pick<Context, 'config'>,
  engine: Engine,
  parameters: ConnectionParameters,
  tunnel: TunnelSpec | undefined,
): Promise<ConnectionParameters> => {
  if ((engine.relativeOf ?? engine.id) === 'postgresql' && (await isOwnMetadata(config, parameters, tunnel)))
    throw deniedError(t('The metadata of Chartroom cannot be connected as a database'))
  if (!engine.embedded || !parameters.database || parameters.database === ':memory:') return parameters
  const database = resolvedFile(parameters.database)
  if (isOwnFile(config, database)) throw deniedError(t('Files of the data directory cannot be connected as a database'))
  if (config.databaseFolders.length > 0 && !isInFolders(config.databaseFolders, database))
    throw deniedError(t('Files of this folder cannot be connected as databases'))
  return { ...parameters, database }
}

const specOf = async (
  ctx: Pick<Context, 'config'>,
  id: number | string,
  engine: Engine,
  { parameters: given, attachments, tunnel }: Pick<ConnectionSpec, 'parameters' | 'attachments' | 'tunnel'>,
): Promise<ConnectionSpec> => {
  const parameters = await resolveParameters(ctx, engine, given, tunnel)
  const { timezone } = ctx.config
  return {
    key: keyText(id, [engine.id, parameters, attachments, timezone, fileStamp(engine, parameters), tunnel]),
    engine: engine.id,
    parameters,
    timezone,
    ...(attachments && { attachments }),
    ...(tunnel && { tunnel }),
  }
}

/** When a backup was last restored, which replaces files under the same names. */
const restoredAt = ({ config }: Reader): number => statSync(restoredMarkFile(config), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** The query host's specification of a stored database's connection, for running statements on it. Its key changes whenever the connection does. */
export const connectionOf = async (ctx: Reader, database: Stored, principal: Principal): Promise<ConnectionSpec> => {
  const uri = parseUri(database.sqlalchemy_uri)
  const engine = engineFor(uri)
  if (database.is_house) {
    const attachments = (await currentGenerations(ctx)).map(({ path, schema, table }) => ({ path, schema, table }))
    return specOf(ctx, `${database.id}-${restoredAt(ctx)}`, engine, { parameters: {}, attachments })
  }
  const secrets = openSecrets(ctx, database)
  const parts = {
    uri: { ...(uri as Uri), password: secrets.password },
    secrets,
    extra: database.extra,
    serverCert: database.server_cert,
  }
  return specOfParts(ctx, database.id, { parts, actsFor: database.impersonate_user ? userOf(principal)?.username : undefined })
}

/** Statements must not run with more rights than those of the person, whom the database is to know. */
const cannotImpersonateError = ({ name }: Engine) =>
  deniedError(t('%(engine)s cannot run queries as the person who asks: switch “Impersonate logged in user” off.', { engine: name }))

const specOfParts = async (
  ctx: Pick<Context, 'config'>,
  id: number | string,
  { parts, actsFor }: { parts: ConnectionParts; actsFor?: string | undefined },
): Promise<ConnectionSpec> => {
  const engine = engineFor(parts.uri)
  if (actsFor !== undefined && !engine.impersonates && !engine.embedded) throw cannotImpersonateError(engine)
  const tunnel = tunnelSpec(parts)
  const parameters = effectiveParameters(engine, parts)
  return specOf(ctx, id, engine, {
    parameters: { ...parameters, ...(engine.impersonates && actsFor !== undefined && { actsFor }) },
    ...(tunnel && { tunnel }),
  })
}

/** The specification of a connection that is not stored yet. */
export const trialConnection = (
  ctx: Pick<Context, 'config'>,
  trial: { parts: ConnectionParts; actsFor?: string | undefined },
): Promise<ConnectionSpec> => specOfParts(ctx, 'trial', trial)
