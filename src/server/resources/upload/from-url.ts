import { Readable } from 'node:stream'
import { AppError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../context.ts'
import { fetchOutside } from '../../http/outgoing/fetch-outside.ts'
import type { Resolve } from '../../http/outgoing/destination.ts'
import { checkSpace, storeUpload, type Upload } from './store.ts'

/** A response is held in memory until it is stored. */
const maxBytes = 200 * 1024 ** 2
const timeoutMs = 120_000

type Reader = Pick<Context, 'config'>

/** Whether the administrator lets files be fetched from a host: by its name, by a domain above it (`.example.org`), or from all by `*`. */
export const mayFetchFrom = ({ config: { uploadHosts } }: Reader, { hostname }: URL): boolean =>
  uploadHosts.some(
    (host) => host === '*' || host.toLowerCase() === hostname || (host.startsWith('.') && hostname.endsWith(host.toLowerCase())),
  )

const lastPart = (path: string): string => {
  const part = path.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** As the server names the file, else as the address does. */
const nameOf = (url: URL, headers: Headers): string => {
  const [, told] = /filename="?([^";]+)/i.exec(headers.get('content-disposition') ?? '') ?? []
  return lastPart(told ?? url.pathname).slice(-255) || 'file'
}

/** Stores the file of an address as an upload. @throws MessageError 422 for addresses that are not allowed, 413, 507; AppError 502 */
export const fetchUpload = async (
  ctx: Reader,
  { address, userId, signal }: { address: string; userId: number; signal: AbortSignal },
  resolve?: Resolve,
): Promise<Upload> => {
  const refused = (text: string) => new MessageError(422, { url: [text] })
  if (!URL.canParse(address)) throw refused(t('This is no address of a file.'))
  const url = new URL(address)
  const requireAllowed = (next: URL) => {
    if (!mayFetchFrom(ctx, next)) throw refused(t('Files may not be fetched from %(host)s.', { host: next.hostname }))
  }
  await checkSpace(ctx, 0)
  const limit = Math.min(maxBytes, ctx.config.uploadLimit)
  const response = await fetchOutside(ctx.config, url, { signal, timeoutMs, maxBytes: limit, beforeRequest: requireAllowed }, resolve)
  if (!response.ok || !response.body)
    throw new AppError('GENERIC_BACKEND_ERROR', t('%(host)s answered %(status)s.', { host: url.hostname, status: response.status }), {
      status: 502,
    })
  const body = Readable.from([Buffer.from(await response.arrayBuffer())])
  return storeUpload(ctx, { name: nameOf(url, response.headers), body, userId, isUnpacked: true })
}
