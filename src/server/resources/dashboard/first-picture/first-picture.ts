import type { FastifyRequest } from 'fastify'
import { drawingParts } from '#charts/drawing-parts.ts'
import { dashboardCharts, dashboardDatasets, dashboardGet } from '#api/dashboard.ts'
import { sessionRoute } from '#api/me.ts'
import type { Principal } from '#core/access/principal.ts'
import { addressOf } from '#core/encoding/url/route-address.ts'
import { visibleLayout } from '#core/filters/scope/visibility.ts'
import type { Component } from '#core/layout/component.ts'
import { dashboardColumns } from '#core/layout/wire/columns.ts'
import type { Context } from '../../../context.ts'
import type { CardPicture } from '../../../render/cards/draw-cards.ts'
import { localeOf, runInLanguage } from '../../../http/language.ts'
import type { DrawnPage, FirstPicture } from '../../../http/pages.ts'
import { dashboardMarkup, openCards } from './markup.ts'
import { bodySize, isPhone, windowOf, type Window } from './measures.ts'
import { readState, type OpeningState } from './state.ts'
import { placeOfPicture, readPicture } from './store.ts'
import { frameRules, themeRules } from './style.ts'
import { formOnView, readView, type DashboardView } from './view.ts'
import { windowWidthOf } from './window-width.ts'

/** Gzipped size of all pictures of a page. */
const maxGzipBytes = 300_000
/** Pictures that are not found within this time are left out. */
const findMs = 500

/** A picture is scaled at most by this share of its width. */
const maxScaling = 0.2

const nothingDrawn: DrawnPage = { markup: '', chartTypes: [], drawingParts: [] }

type Visit = { view: DashboardView; state: OpeningState; principal: Principal; window: Window }

/** The picture of a card, if it lies in the cache for this viewer and state. */
const pictureOf = async (ctx: Context, component: Component, { view, state, principal, window }: Visit): Promise<CardPicture | null> => {
  const chartId = component.meta.chartId ?? 0
  const card = view.charts.get(chartId)
  const masks = state.masksOnChart(chartId)
  if (!card || !masks) return null
  const form = formOnView(view, card, { masks, urlParams: state.urlParams })
  const place = await placeOfPicture(ctx, { view, card, form, principal, isPhone: isPhone(window) })
  const picture = place && (await readPicture(ctx, place))
  if (!picture || !window.isKnown) return picture
  const { width } = bodySize(view, component, card, window)
  return Math.abs(picture.width / width - 1) > maxScaling ? null : picture
}

/** The pictures of the cards by component, in reading order, until the page is full or the time is up. */
const findPictures = async (ctx: Context, visit: Visit): Promise<Map<string, CardPicture>> => {
  const cards = openCards(visit.view, visit.state)
  const found = new Map<string, CardPicture>()
  const searches = cards.map(async (component) => {
    // What the viewer may not query has no picture; the page tells why.
    const picture = await pictureOf(ctx, component, visit).catch(() => null)
    if (picture) found.set(component.id, picture)
  })
  const timeUp = Promise.withResolvers<void>()
  const timer = setTimeout(timeUp.resolve, findMs)
  await Promise.race([Promise.all(searches), timeUp.promise])
  clearTimeout(timer)
  let gzipBytes = 0
  const inOrder = cards.flatMap(({ id }): [string, CardPicture][] => {
    const picture = found.get(id)
    if (!picture || gzipBytes + picture.gzipBytes > maxGzipBytes) return []
    gzipBytes += picture.gzipBytes
    return [[id, picture]]
  })
  return new Map(inOrder)
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

export type Visitor = { principal: Principal; url: string; windowWidth: number | null }

/**
 * Markup that shows a dashboard before its code runs: its layout, with a picture of each chart whose response lies in the cache for this
 * viewer and state. Empty for other pages and where the viewer does not see the dashboard.
 */
export const drawFirstPicture = async (ctx: Context, { principal, url, windowWidth }: Visitor): Promise<DrawnPage> => {
  const address = readAddress(ctx, url)
  const whole = address && (await readView({ ctx, principal }, address.name))
  if (!whole) return nothingDrawn
  const { search } = address
  const state = await readState({ ctx, principal }, whole, search)
  const view = { ...whole, layout: visibleLayout(whole.layout, state.masks) }
  const window = windowOf(view, search, windowWidth)
  const pictures = await findPictures(ctx, { view, state, principal, window })
  const variables = Object.assign({}, ...[...pictures.values()].map((picture) => picture.variables)) as CardPicture['variables']
  const markup = dashboardMarkup({ view, state, search, sidebar: window.sidebar, appName: ctx.config.appName, pictures })
  const cards = openCards(view, state).flatMap(({ meta }) => view.charts.get(meta.chartId ?? 0) ?? [])
  return {
    markup: `<style>${themeRules(variables)}${frameRules}</style>${markup}`,
    chartTypes: [...new Set(cards.flatMap(({ chart }) => chart?.viz_type ?? []))],
    drawingParts: [...new Set(cards.flatMap(({ chart, form }) => (chart ? drawingParts(chart, form) : [])))],
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
      const visitor = { principal, url: request.url, windowWidth: windowWidthOf(request) }
      return await runInLanguage(await localeOf(ctx, { request, principal }), () => drawFirstPicture(ctx, visitor))
    } catch (error) {
      request.log.error({ err: error }, 'a first picture could not be drawn')
      return nothingDrawn
    }
  }
  return { reads: openingReads(address.name), draw }
}
