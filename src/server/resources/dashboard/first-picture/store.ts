import { constants } from 'node:buffer'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdDecompress, zstdDecompressSync } from 'node:zlib'
import { buildChartQuery, queryKeyOf } from '#charts/query-key.ts'
import type { Principal } from '#core/access/principal.ts'
import { t } from '#core/i18n/t.ts'
import type { FormData, QueryContext } from '#core/query/query-object.ts'
import type { Context } from '../../../context.ts'
import type { CardPicture } from '../../../render/cards/draw-cards.ts'
import { readQueryContext } from '../../chart-data/request/read-request.ts'
import { planQueryContext } from '../../chart-data/run.ts'
import { canonicalText } from '../../chart-data/dashboard/lent-queries.ts'
import { isPhone, usualWindows, type Window } from './measures.ts'
import type { CardChart, DashboardView } from './view.ts'

const decompressLater = promisify(zstdDecompress)

/** Bodies up to this size are decompressed at once: giving them to another thread takes longer. */
const maxSyncBytes = 16 * 1024
/** A small body may be a long one compressed well, which would hold up other requests. */
const maxSyncOutputBytes = 512 * 1024

const decompress = async (bytes: Uint8Array, maxOutputLength: number): Promise<Buffer> => {
  if (bytes.byteLength <= maxSyncBytes)
    try {
      return zstdDecompressSync(bytes, { maxOutputLength: Math.min(maxOutputLength, maxSyncOutputBytes) })
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
  return decompressLater(bytes, { maxOutputLength })
}

/** Cards show a response up to a day past its expiry while it is refreshed; so does its picture. */
const maxStaleSeconds = 86_400

type Limits = {
  /** Seconds past its expiry that the body may be. */
  maxStale?: number
  maxBytes?: number
}

/** A cached body as text, without keeping it uncompressed. @throws RangeError for a longer one, before it is decompressed as a whole */
export const readCached = async (
  { cache }: Pick<Context, 'cache'>,
  key: string,
  { maxStale = maxStaleSeconds, maxBytes = constants.MAX_LENGTH }: Limits = {},
): Promise<string | null> => {
  const stored = await cache.get(key, 'zstd', maxStale)
  if (!stored) return null
  if (stored.bytes.byteLength > maxBytes) throw new RangeError(`The cached body has more than ${maxBytes} bytes`)
  const bytes = stored.encoding === 'zstd' ? await decompress(stored.bytes, maxBytes) : Buffer.from(stored.bytes)
  return bytes.toString()
}

/** A picture of a chart's response: kept beside the response, under its key, with its tags and its time. */
export type PicturePlace = {
  key: string
  answerKey: string
  /** By which the browser knows the query: `queryKeyOf`. */
  queryKey: string
  context: QueryContext
  tags: string[]
  timeout: number
  epoch: number
}

type PictureWanted = { view: DashboardView; card: CardChart; form: FormData; principal: Principal }

/**
 * Where the picture of a chart with this form lies. It is planned with the viewer's rights, so that the key has the viewer's row rules in it.
 * Null for a response that is not cached. @throws what the viewer may not query
 */
export const placeOfPicture = async (ctx: Context, { view, card, form, principal }: PictureWanted): Promise<PicturePlace | null> => {
  if (!card.chart) return null
  const question = buildChartQuery(form, card.chart)
  const context = readQueryContext(question)
  const { key: answerKey, tags, timeout, epoch } = await planQueryContext(ctx, { context, principal })
  if (answerKey === null) return null
  const look = [view.id, view.version, card.row.id, card.row.version, form['extra_form_data'], form['url_params'], t.locale]
  const key = createHash('sha1')
    .update(canonicalText([answerKey, ...look]))
    .digest('hex')
  return { key: `picture ${key}`, answerKey, queryKey: queryKeyOf(question), context, tags, timeout, epoch }
}

/** Windows of one class show each other's pictures: none is wider than another by this factor. */
const widthClassFactor = 1.25

/** Windows of different classes have pictures of their own, so that they do not replace those of each other. */
const keyForWidth = (key: string, width: number): string =>
  `${key} ${isPhone({ width }) ? 'phone' : 'wide'} ${Math.floor(Math.log(width) / Math.log(widthClassFactor))}`

/** What a response was drawn as: its picture, and the size of the card in px. */
type Drawn = { width: number; height: number; /** Null for a chart that the server cannot draw. */ picture: CardPicture | null }

/** What a response that still lies in the cache was drawn as; nothing is computed for it. */
export const readPicture = async (ctx: Context, { key, answerKey }: PicturePlace, window: Window): Promise<Drawn | null> => {
  if (!(await ctx.cache.peek(answerKey))) return null
  for (const width of window.isKnown ? [window.width] : usualWindows) {
    const text = await readCached(ctx, keyForWidth(key, width))
    if (text !== null) return JSON.parse(text) as Drawn
  }
  return null
}

export const writePicture = async (
  ctx: Context,
  { key, answerKey, tags, timeout, epoch }: PicturePlace,
  { width }: Window,
  drawn: Drawn,
): Promise<void> => {
  const answer = await ctx.cache.peek(answerKey)
  if (!answer) return
  const bytes = new TextEncoder().encode(JSON.stringify(drawn))
  const body = { contentType: 'application/json', bytes }
  await ctx.cache.set(keyForWidth(key, width), body, { seconds: timeout, tags, epoch, storedAt: answer.storedAt })
}
