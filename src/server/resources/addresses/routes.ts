import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  dashboardPage,
  datasetPage,
  oldExploreDatasetForm,
  oldExploreDatasetPage,
  oldExploreForm,
  oldExplorePage,
  rootPage,
  slicePage,
} from '#api/addresses.ts'
import type { Principal } from '#core/access/principal.ts'
import { sendNotFound, sendPage } from '../../http/pages.ts'
import { redirectToLogin, sendRedirect } from '../../http/redirect.ts'
import { serve, type App } from '../../http/serve.ts'
import { idByName } from '../../list/can-see.ts'
import type { Spec } from '../../list/spec.ts'
import { chartSpec } from '../chart/spec.ts'
import { firstPicture } from '../dashboard/first-picture/first-picture.ts'
import { dashboardSpec } from '../dashboard/spec.ts'
import { datasetSpec } from '../dataset/spec.ts'

type Visit = { principal: Principal; request: FastifyRequest; reply: FastifyReply }

const searchOf = ({ url }: FastifyRequest): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

/** Legacy addresses that redirect, and pages of objects, which give 404 if the visitor may not see the object. */
export const addresses = (app: App): void => {
  const { ctx } = app
  const redirect = (reply: FastifyReply, path: string) => sendRedirect(reply, `${ctx.config.basePath}${path}`)

  /** Anonymous visitors are sent to the login page, whether or not the object exists. */
  const visited =
    <V extends Visit>(answer: (visit: V) => Promise<FastifyReply>) =>
    async (visit: V): Promise<FastifyReply> =>
      visit.principal.kind === 'public' && visit.principal.pairs.size === 0
        ? redirectToLogin(ctx, visit.request, visit.reply)
        : answer(visit)

  const idOf = (spec: Spec, { principal }: Visit, name: string, columns: readonly string[] = []) =>
    idByName(spec, { ctx, principal }, name, columns)

  serve(app, rootPage, async ({ reply }) => redirect(reply, '/superset/welcome/'))

  serve(
    app,
    dashboardPage,
    visited(async (visit) => {
      const id = await idOf(dashboardSpec, visit, visit.params.idOrSlug, ['slug', 'uuid'])
      if (id === null) return sendNotFound(ctx, visit.reply)
      return sendPage(ctx, visit.reply, { picture: firstPicture(ctx, visit.request, visit.principal) })
    }),
  )

  serve(
    app,
    slicePage,
    visited(async (visit) => {
      const id = await idOf(chartSpec, visit, visit.params.id)
      if (id === null) return sendNotFound(ctx, visit.reply)
      const form = encodeURIComponent(`{"slice_id": ${id}}`)
      return redirect(visit.reply, `/explore/?form_data=${form}${searchOf(visit.request).replace('?', '&')}`)
    }),
  )

  serve(
    app,
    datasetPage,
    visited(async (visit) => {
      if (visit.params.id === 'add') return sendPage(ctx, visit.reply)
      const id = await idOf(datasetSpec, visit, visit.params.id)
      return redirect(visit.reply, id === null ? '/' : `/explore/?datasource_type=table&datasource_id=${id}`)
    }),
  )

  const explore = visited(async ({ request, reply }) => redirect(reply, `/explore/${searchOf(request).replaceAll(/%3A/gi, ':')}`))
  serve(app, oldExplorePage, explore)
  serve(app, oldExploreForm, explore)

  const exploreDataset = visited(async ({ params, request, reply }: Visit & { params: { type: string; id: string } }) =>
    redirect(reply, `/explore/${encodeURIComponent(params.type)}/${encodeURIComponent(params.id)}/${searchOf(request)}`),
  )
  serve(app, oldExploreDatasetPage, exploreDataset)
  serve(app, oldExploreDatasetForm, exploreDataset)
}
