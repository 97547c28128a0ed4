import type { Principal } from '#core/access/principal.ts'
import type { Context } from '../../../context.ts'
import { change } from '../../../db/change.ts'
import type { Row } from '../../../db/tables.ts'
import { withHostKey } from '../../database/connection/host-key.ts'
import { openSecrets, sealSecrets } from '../../database/connection/secrets.ts'
import { parseUri } from '../../database/connection/uri.ts'
import { readDatabase, recordDatabase } from '../../database/store.ts'

/** An import waits no longer for the SSH server of a database. */
const timeoutMs = 10_000

type Trusting = { ctx: Context; principal: Principal; signal: AbortSignal }

/** The secrets with the host key that the SSH server shows; null without a new one. */
const sealedWithHostKey = async ({ ctx, signal }: Trusting, row: Row<'databases'>): Promise<string | null> => {
  const [uri, secrets] = [parseUri(row.sqlalchemy_uri), openSecrets(ctx, row)]
  if (!uri || !secrets.ssh_tunnel || secrets.ssh_tunnel.server_host_key !== undefined) return null
  const parts = { uri: { ...uri, password: secrets.password }, secrets, extra: row.extra, serverCert: row.server_cert }
  const waiting = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    return sealSecrets(ctx, row.uuid, (await withHostKey({ ctx, parts, signal: waiting })).secrets)
  } catch {
    // A bundle may be imported before its servers can be reached.
    return null
  }
}

/** Trusts the host keys that the SSH servers of databases show, for tunnels that have none. */
export const trustHostKeys = async (trusting: Trusting, ids: readonly number[]): Promise<void> => {
  const { ctx, principal } = trusting
  const trust = async (id: number): Promise<void> => {
    const row = await readDatabase(ctx.db, id)
    const sealed = row && (await sealedWithHostKey(trusting, row))
    if (!sealed) return
    await change(ctx, { principal, how: 'import' }, async (scope) => {
      const update = scope.trx.updateTable('databases').set({ secrets: sealed }).where('id', '=', id).where('secrets', '=', row.secrets)
      if ((await update.executeTakeFirst()).numUpdatedRows > 0n) await recordDatabase(scope, id, 'update')
    })
  }
  await Promise.all(ids.map(trust))
}
