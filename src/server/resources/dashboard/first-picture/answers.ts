import { escapeText } from '#charts/shared/text/html.ts'
import type { Principal } from '#core/access/principal.ts'
import type { Component } from '#core/layout/component.ts'
import type { Context } from '../../../context.ts'
import { countQuery } from '../../dataset/usage/store.ts'
import { readCached, type PicturePlace } from './store.ts'
import type { DashboardView } from './view.ts'

/** Bytes of all responses that come with a page, uncompressed; charts ask for the others themselves. */
const maxBytes = 300_000

type Opened = {
  view: Pick<DashboardView, 'charts'>
  principal: Principal
  /** In reading order. */
  cards: readonly { component: Pick<Component, 'meta'>; place: Pick<PicturePlace, 'answerKey' | 'queryKey'> }[]
}

/** A response as an element of the page. In JSON, `<` is in texts alone, where it may be written as an escape. */
const markup = (queryKey: string, answer: string): string =>
  `<script type="application/json" class="first-answer" data-query="${escapeText(queryKey)}">${answer.replaceAll('<', '\\u003c')}</script>`

/**
 * The responses to what the charts of a page ask for, as far as they lie in the cache and have not expired. They are counted as queries,
 * because the charts do not send them any more.
 */
export const answersMarkup = async (ctx: Context, { view, principal, cards }: Opened): Promise<string> => {
  let bytes = 0
  const found = new Map<string, string>()
  for (const { component, place } of cards) {
    if (found.has(place.queryKey)) continue
    // A chart whose response is too long or cannot be read asks for it itself.
    const answer = await readCached(ctx, place.answerKey, { maxStale: 0, maxBytes: maxBytes - bytes }).catch(() => null)
    if (answer === null) continue
    bytes += Buffer.byteLength(answer)
    const dataset = view.charts.get(component.meta.chartId ?? 0)?.row.datasource_id
    if (dataset !== undefined) countQuery(ctx, principal, dataset)
    found.set(place.queryKey, markup(place.queryKey, answer))
  }
  return [...found.values()].join('')
}
