import type { ConnectionTrial } from '#api/bodies/database.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { EngineError } from '#engines/host/client.ts'
import type { Context } from '../../../context.ts'
import { engineFor, trialConnection } from './connection.ts'
import type { Row } from '../../../db/tables.ts'
import { uriOfBody } from '../store.ts'
import { requireReadableCertificate } from './details.ts'
import { withHostKey } from './host-key.ts'
import { changedSecrets, hasMask } from './secrets.ts'
import { engineOf } from './uri.ts'

export type ConnectionTest = { ctx: Pick<Context, 'db' | 'config' | 'host'>; principal: Principal; signal: AbortSignal }

/** The stored connection whose secrets the masks of a request stand for; it is known by its name. */
const storedConnection = async ({ ctx }: ConnectionTest, { database_name }: ConnectionTrial): Promise<Row<'databases'> | null> => {
  if (!database_name) return null
  const found = await ctx.db
    .selectFrom('databases')
    .selectAll()
    .where('database_name', '=', database_name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found ?? null
}

/** Tests a connection; returns the host key of its SSH server. @throws AppError that says what failed */
export const checkConnection = async (trying: ConnectionTest, body: ConnectionTrial): Promise<string | undefined> => {
  const uri = uriOfBody(body)
  if (!uri) throw new AppError('GENERIC_COMMAND_ERROR', t('Database parameters are invalid.'), { status: 422, level: 'warning' })
  engineFor(uri)
  requireReadableCertificate(body)
  const { signal, principal, ctx } = trying
  const user = userOf(principal)
  const stored = hasMask([uri.password, body.ssh_tunnel, readObject(body.masked_encrypted_extra ?? null)])
    ? await storedConnection(trying, body)
    : null
  const secrets = changedSecrets(ctx, { body, uri, stored })
  const given = { uri: { ...uri, password: secrets.password }, secrets, extra: body.extra ?? null, serverCert: body.server_cert ?? null }
  try {
    const parts = await withHostKey({ ctx, parts: given, signal })
    const connection = await trialConnection(ctx, { parts, actsFor: body.impersonate_user ? user?.username : undefined })
    await ctx.host.run({ kind: 'ping', connection }, { signal, user: String(user?.id ?? '') })
    return parts.secrets.ssh_tunnel?.server_host_key
  } catch (error) {
    throw error instanceof EngineError ? toConnectionError(error, engineOf(uri.scheme)?.name ?? '') : error
  }
}

const toConnectionError = (error: EngineError, name: string) =>
  new AppError(
    error.type,
    error.summary ?? error.message,
    { status: error.status < 400 ? 400 : error.status, extra: { engine_name: name, ...error.extra } },
    { cause: error },
  )
