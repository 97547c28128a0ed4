import type { FastifyRequest } from 'fastify'
import { drawingParts } from '#charts/drawing-parts.ts'
import { dashboardCharts, dashboardDatasets, dashboardGet } from '#api/dashboard.ts'
import { sessionRoute } from '#api/me.ts'
import type { Principal } from '#core/access/principal.ts'
import { addressOf } from '#core/encoding/url/route-address.ts'
import { visibleLayout } from '#core/filters/scope/visibility.ts'
import type { Locale } from '#core/i18n/locales.ts'
import type { Component } from '#core/layout/component.ts'
import { dashboardColumns } from '#core/layout/wire/columns.ts'
import type { Context } from '../../../context.ts'
import type { CardPicture } from '../../../render/cards/draw-cards.ts'
import { localeOf, runInLanguage } from '../../../http/language.ts'
import type { DrawnPage, FirstPicture } from '../../../http/pages.ts'
import { answersMarkup } from './answers.ts'
import { drawLater } from './draw-later.ts'
import { dashboardMarkup, openCards } from './markup.ts'
import { bodySize, windowOf, type Window } from './measures.ts'
import { readState, type OpeningState } from './state.ts'
import { placeOfPicture, readPicture, type PicturePlace } from './store.ts'
import { frameRules, themeRules } from './style.ts'
import { formOnView, readView, type DashboardView } from './view.ts'
import { windowWidthOf } from './window-width.ts'

/** Gzipped size of all pictures of a page. */
const maxGzipBytes = 300_000
/** Pictures that are not found within this time are left out. */
const findMs = 500

/** A picture is scaled at most by this share of its width. */
const maxScaling = 0.2

const nothingDrawn: DrawnPage = { markup: '', chartTypes: [], drawingParts: [], answers: async () => '' }

type Visit = { view: DashboardView; state: OpeningState; principal: Principal; window: Window }

type FoundCard = {
  component: Component
  place: PicturePlace
  /** Null if none lies in the cache that fits. */
  picture: CardPicture | null
  /** Whether it was drawn in the very size of the card. */
  isExact: boolean
}

/** A card's place in the cache for this viewer and state, and its picture if it lies there; null for a card that cannot be cached. */
const findCard = async (ctx: Context, component: Component, visit: Visit): Promise<FoundCard | null> => {
  const { view, state, principal, window } = visit
  const chartId = component.meta.chartId ?? 0
  const saved = view.charts.get(chartId)
  if (!saved || state.isWaiting(chartId)) return null
  const form = formOnView(view, saved, { masks: state.masksOnChart(chartId), urlParams: state.urlParams })
  const card = { ...saved, form }
  const place = await placeOfPicture(ctx, { view, card, form, principal })
  if (!place) return null
  const drawn = await readPicture(ctx, place, window)
  if (!drawn) return { component, place, picture: null, isExact: false }
  if (!window.isKnown) return { component, place, picture: drawn.picture, isExact: true }
  const { width, height } = bodySize(view, component, card, window)
  const isAlike = Math.abs(drawn.width / width - 1) <= maxScaling
  const isExact = drawn.width === width && drawn.height === height
  return { component, place, picture: isAlike ? drawn.picture : null, isExact }
}

/** The cards of the open tabs that are found until the time is up, in reading order. */
const findCards = async (ctx: Context, visit: Visit): Promise<FoundCard[]> => {
  const cards = openCards(visit.view, visit.state)
  const found = new Map<string, FoundCard>()
  const searches = cards.map(async (component) => {
    // What the viewer may not query has no picture; the page tells why.
    const card = await findCard(ctx, component, visit).catch(() => null)
    if (card) found.set(component.id, card)
  })
  const timeUp = Promise.withResolvers<void>()
  const timer = setTimeout(timeUp.resolve, findMs)
  await Promise.race([Promise.all(searches), timeUp.promise])
  clearTimeout(timer)
  return cards.flatMap(({ id }) => found.get(id) ?? [])
}

/** The pictures of the cards by component, until the page is full. */
const picturesOf = (cards: readonly FoundCard[]): Map<string, CardPicture> => {
  let gzipBytes = 0
  const fitting = cards.flatMap(({ component, picture }): [string, CardPicture][] => {
    if (!picture || gzipBytes + picture.gzipBytes > maxGzipBytes) return []
    gzipBytes += picture.gzipBytes
    return [[component.id, picture]]
  })
  return new Map(fitting)
}

const dashboardAddress = /^\/(?:superset\/)?dashboard\/(?!(?:list|new|p)(?:\/|$))([^/?]+)\/?(?:\?(.*))?$/s

const decode = (part: string): string | null => {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** The dashboard that a URL opens with a first picture, and its query; null if it opens without. */
const readAddress = (ctx: Context, url: string): { name: string; search: URLSearchParams } | null => {
  const [, part = '', query = ''] = dashboardAddress.exec(url) ?? []
  const name = decode(part)
  const search = new URLSearchParams(query)
  if (!ctx.config.firstPictures || !name || search.get('edit') === 'true' || search.has('filter_set')) return null
  return { name, search }
}

export type Visitor = { principal: Principal; locale: Locale; url: string; windowWidth: number | null }

/**
 * Markup that shows a dashboard before its code runs: its layout, with a picture of each chart whose response lies in the cache for this
 * viewer and state. Empty for other pages and where the viewer does not see the dashboard.
 */
export const drawFirstPicture = async (ctx: Context, { principal, locale, url, windowWidth }: Visitor): Promise<DrawnPage> => {
  const address = readAddress(ctx, url)
  const whole = address && (await readView({ ctx, principal }, address.name))
  if (!whole) return nothingDrawn
  const { search } = address
  const state = await readState({ ctx, principal }, whole, search)
  const view = { ...whole, layout: visibleLayout(whole.layout, state.masks) }
  const window = windowOf(view, search, windowWidth)
  const found = await findCards(ctx, { view, state, principal, window })
  // A chart whose response comes with the page does not ask for it, which would have its picture drawn.
  for (const { place, isExact } of found) if (!isExact) drawLater(ctx, { principal, locale, windowWidth, context: place.context })
  const pictures = picturesOf(found)
  const variables = Object.assign({}, ...[...pictures.values()].map((picture) => picture.variables)) as CardPicture['variables']
  const markup = dashboardMarkup({ view, state, search, sidebar: window.sidebar, appName: ctx.config.appName, pictures })
  const cards = openCards(view, state).flatMap(({ meta }) => view.charts.get(meta.chartId ?? 0) ?? [])
  return {
    markup: `<style>${themeRules(variables)}${frameRules}</style>${markup}`,
    chartTypes: [...new Set(cards.flatMap(({ chart }) => chart?.viz_type ?? []))],
    drawingParts: [...new Set(cards.flatMap(({ chart, form }) => (chart ? drawingParts(chart, form) : [])))],
    answers: () => answersMarkup(ctx, { view, principal, cards: found }),
  }
}

/** The calls with which the page of a dashboard begins. */
const openingReads = (idOrName: string): string[] => [
  addressOf(sessionRoute),
  addressOf(dashboardGet, { params: { idOrName }, q: { columns: dashboardColumns } }),
  addressOf(dashboardCharts, { params: { idOrName } }),
  addressOf(dashboardDatasets, { params: { idOrName } }),
]

/** The first picture of the page that a request asks for; null for pages that have none. A page whose picture fails is sent without it. */
export const firstPicture = (ctx: Context, request: FastifyRequest, principal: Principal): FirstPicture | null => {
  const address = readAddress(ctx, request.url)
  if (!address) return null
  const draw = async () => {
    try {
      const locale = await localeOf(ctx, { request, principal })
      const visitor = { principal, locale, url: request.url, windowWidth: windowWidthOf(request) }
      return await runInLanguage(locale, () => drawFirstPicture(ctx, visitor))
    } catch (error) {
      request.log.error({ err: error }, 'a first picture could not be drawn')
      return nothingDrawn
    }
  }
  return { reads: openingReads(address.name), draw }
}
