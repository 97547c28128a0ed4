import { createHash } from 'node:crypto'
import { savedCurrencies, savedFormats, sentenceFacts } from '#charts/shared/format/dataset-facts.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { readDashboardColors } from '#core/color/dashboard-colors.ts'
import { visibleLayout } from '#core/filters/scope/visibility.ts'
import { chartsIn } from '#core/layout/tree.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import { asRecord } from '#core/query/read.ts'
import type { Locale } from '#core/i18n/locales.ts'
import type { Context } from '../../../context.ts'
import { runInLanguage } from '../../../http/language.ts'
import type { Card, CardPicture } from '../../../render/cards/draw-cards.ts'
import { bodySize, windowOf, type Window } from './measures.ts'
import { readState } from './state.ts'
import { canonicalText } from '../../chart-data/dashboard/lent-queries.ts'
import { placeOfPicture, readCached, readPicture, writePicture, type PicturePlace } from './store.ts'
import { formOnView, readView, type DashboardView } from './view.ts'

/** Pictures are drawn when the responses of a page have come to rest for so long. */
const restMs = 500
/** Pages whose pictures wait to be drawn. Those of further pages are not drawn. */
const maxWaiting = 32
/** Charts with larger responses have no picture; their JSON text in characters. */
const maxAnswerLength = 2 * 1024 ** 2

/** A response that was sent to a card of a dashboard. */
type Answered = { principal: Principal; locale: Locale; windowWidth: number | null; context: QueryContext }

/** The responses that one viewer got for one dashboard, by chart. */
type Waiting = Omit<Answered, 'context'> & { dashboardId: number; contexts: Map<number, QueryContext>; timer: NodeJS.Timeout | undefined }

type Queue = { waiting: Map<string, Waiting>; drawn: Promise<void> }

const queues = new WeakMap<Context, Queue>()

const queueOf = (ctx: Context): Queue => {
  const known = queues.get(ctx)
  if (known) return known
  const queue: Queue = { waiting: new Map(), drawn: Promise.resolve() }
  queues.set(ctx, queue)
  ctx.closing.addEventListener('abort', () => {
    for (const { timer } of queue.waiting.values()) clearTimeout(timer)
    queue.waiting.clear()
  })
  return queue
}

const viewerKey = (principal: Principal): string => {
  const user = userOf(principal)
  if (user) return String(user.id)
  if (principal.kind !== 'guest') return principal.kind
  const { username, resources, rules } = principal
  return createHash('sha1')
    .update(JSON.stringify([username, resources, rules]))
    .digest('hex')
}

/** Notes a response that was sent to a card of a dashboard: its picture is drawn in the background, once the page has all it asked for. */
export const drawLater = (ctx: Context, { context, ...viewer }: Answered): void => {
  if (!ctx.config.firstPictures || ctx.closing.aborted) return
  const form = asRecord(context.form_data)
  const [dashboardId, chartId] = [Number(form['dashboardId']), Number(form['slice_id'])]
  if (!(dashboardId > 0 && chartId > 0) || context.result_format === 'csv' || context.result_format === 'xlsx') return
  const queue = queueOf(ctx)
  const key = [viewerKey(viewer.principal), dashboardId, viewer.locale, viewer.windowWidth].join(' ')
  const found = queue.waiting.get(key)
  if (!found && queue.waiting.size >= maxWaiting) return
  const waiting = found ?? { ...viewer, dashboardId, contexts: new Map(), timer: undefined }
  waiting.contexts.set(chartId, context)
  clearTimeout(waiting.timer)
  waiting.timer = setTimeout(() => {
    queue.waiting.delete(key)
    // One page after another. What cannot be drawn has no picture.
    queue.drawn = queue.drawn.then(() => drawPictures(ctx, waiting)).catch(() => undefined)
  }, restMs)
  waiting.timer.unref()
  queue.waiting.set(key, waiting)
}

/** Resolves when all pictures are drawn that wait for it now. */
export const picturesDrawn = async (ctx: Context): Promise<void> => {
  const queue = queueOf(ctx)
  while (queue.waiting.size > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  await queue.drawn
}

const drawPictures = async (ctx: Context, waiting: Waiting): Promise<void> => {
  await runInLanguage(waiting.locale, async () => {
    const { principal } = waiting
    const whole = await readView({ ctx, principal }, String(waiting.dashboardId))
    if (!whole) return
    // Cards that the dashboard opens without are not drawn, and the others have the size that they have then.
    const { masks } = await readState({ ctx, principal }, whole, new URLSearchParams())
    await drawView(ctx, { ...whole, layout: visibleLayout(whole.layout, masks) }, waiting)
  })
}

const drawView = async (ctx: Context, view: DashboardView, waiting: Waiting): Promise<void> => {
  const found = await planCards(ctx, view, waiting)
  if (found.every(({ isDrawn }) => isDrawn)) return
  const coloring = readDashboardColors(view.metadata, ctx.config.useAnalagousColors)
  const cards = found.map(({ card }) => card)
  const text = await ctx.renderer.svg({ kind: 'cards', cards, ...coloring, locale: waiting.locale }, ctx.closing)
  const pictures = JSON.parse(text) as (CardPicture | null)[]
  await Promise.all(
    found.map(({ place, window, card: { width, height } }, i) =>
      writePicture(ctx, place, window, { width, height, picture: pictures[i] ?? null }),
    ),
  )
}

/** The charts that got a response, and those that show the response of another: a page asks one question once. In reading order. */
const planCards = async (ctx: Context, view: DashboardView, waiting: Waiting): Promise<PlannedCard[]> => {
  const { contexts } = waiting
  const plan = (chartId: number, context: QueryContext) => planCard(ctx, view, { ...waiting, chartId, context })
  const inOrder = [...new Set(chartsIn(view.layout))]
  const answered = new Map<number, PlannedCard | null>()
  for (const [chartId, context] of contexts) answered.set(chartId, await plan(chartId, context))
  const keys = new Set([...answered.values()].flatMap((card) => card?.place.answerKey ?? []))
  // Most charts were asked for in the same state.
  const states = new Map([...contexts.values()].map((context) => [canonicalText([context.datasource, ...stateIn(context)]), context]))
  const planSharing = async (chartId: number) => {
    const own = view.charts.get(chartId)?.row.datasource_id
    for (const context of states.values()) {
      const card = context.datasource.id === own ? await planCard(ctx, view, { ...waiting, chartId, context, keys }) : null
      if (card) return card
    }
    return null
  }
  const planned = await Promise.all(inOrder.map((id) => answered.get(id) ?? planSharing(id)))
  return planned.filter((card) => card !== null)
}

type PlannedCard = { place: PicturePlace; window: Window; isDrawn: boolean; card: Card }

type Wanted = Pick<Waiting, 'principal' | 'windowWidth'> & {
  chartId: number
  context: QueryContext
  /** Of responses, if only these are wanted. */
  keys?: ReadonlySet<string>
}

/** The state of the page in which a chart was asked for: filters, and parameters of the address. */
const stateIn = ({ form_data }: QueryContext): [extra: Record<string, unknown>, urlParams: Record<string, unknown>] => {
  const { extra_form_data: extra, url_params: urlParams } = asRecord(form_data)
  return [asRecord(extra), asRecord(urlParams)]
}

/** A chart with its cached response, as the renderer draws it; null if it is not cached or the viewer may not query it. */
const planCard = async (
  ctx: Context,
  view: DashboardView,
  { chartId, context, principal, windowWidth, keys }: Wanted,
): Promise<PlannedCard | null> => {
  const card = view.charts.get(chartId)
  const component = Object.values(view.layout).find(({ type, meta }) => type === 'CHART' && meta.chartId === chartId)
  if (!card || !component) return null
  const [extra, urlParams] = stateIn(context)
  const form = formOnView(view, card, {
    masks: [{ id: 'answered', extraFormData: extra }],
    urlParams: urlParams as Record<string, string>,
  })
  const window = windowOf(view, new URLSearchParams(), windowWidth)
  const place = await placeOfPicture(ctx, { view, card, form, principal }).catch(() => null)
  if (!place || (keys && !keys.has(place.answerKey))) return null
  const answers = await readCached(ctx, place.answerKey)
  if (answers === null || answers.length > maxAnswerLength) return null
  const size = bodySize(view, component, { ...card, form }, window)
  const drawn = await readPicture(ctx, place, window)
  const facts = { ...sentenceFacts(card.dataset), formats: savedFormats(card.dataset, form), currencies: savedCurrencies(card.dataset) }
  return {
    place,
    window,
    isDrawn: drawn?.width === size.width && drawn.height === size.height,
    card: { viz_type: card.row.viz_type, form, answers, ...facts, ...size } satisfies Card,
  }
}
