import type { FastifyRequest } from 'fastify'
import {
  publicLinkCreate,
  publicLinkDelete,
  publicLinkList,
  publicLinkOpen,
  sharedPage,
  type PublicLink as ShownLink,
  type SharedChart,
} from '#api/public-link.ts'
import { fullName } from '#core/format/full-name.ts'
import { isAllowed } from '#core/access/can.ts'
import type { Principal } from '#core/access/principal.ts'
import { notFound } from '#core/errors.ts'
import { hideSql } from '../../access/hidden-sql.ts'
import { claimsOfLink, issueGuestToken } from '../../access/login/guest-token.ts'
import { countWrongToken } from '../../access/login/login-limits.ts'
import { publicLinkOf, publicLinks, type PublicLink } from '../../access/login/public-links.ts'
import { subjectOf } from '../../access/subjects.ts'
import { originOf } from '../../http/edge/origin.ts'
import { sendPage } from '../../http/pages.ts'
import { peopleOf } from '../../list/field.ts'
import { serve, type App } from '../../http/serve.ts'
import { formDataOf } from '../chart/form-data.ts'
import { datasetOfSharedChart } from '../dataset/for-charts.ts'
import { createPublicLink, deletePublicLink } from './store.ts'

/** Links by which anyone can view a dashboard or a chart, with the permissions of the role Public. */
export const publicLinkRoutes = (app: App): void => {
  const { ctx } = app

  const shown = async (links: readonly PublicLink[], request: FastifyRequest): Promise<ShownLink[]> => {
    const creators = links.flatMap(({ createdBy }) => createdBy ?? [])
    const people = await peopleOf(ctx.db, creators)
    return links.map(({ kind, id, name, key, createdOn, createdBy }) => {
      const person = people.get(createdBy ?? -1)
      const by = person ? fullName(person) || person.username : null
      return { kind, id, name, url: `${originOf(request, ctx.config)}/shared/${key}`, created_on: createdOn, created_by: by }
    })
  }

  const mayChange = async (principal: Principal, { kind, id }: PublicLink): Promise<boolean> => {
    const subject = kind === 'chart' ? await subjectOf(ctx.db, 'chart', id) : await subjectOf(ctx.db, 'dashboard', id)
    return subject !== null && isAllowed(principal, 'change', subject)
  }

  serve(app, publicLinkList, async ({ principal, request }) => {
    const own: PublicLink[] = []
    for (const link of (await publicLinks(ctx)).values()) if (await mayChange(principal, link)) own.push(link)
    return { result: await shown(own, request) }
  })

  serve(app, publicLinkCreate, async ({ principal, body, request, reply }) => {
    await createPublicLink({ ctx, by: principal }, body)
    const link = await publicLinkOf(ctx, body.kind, body.id)
    const [result] = link ? await shown([link], request) : []
    if (!result) throw notFound()
    reply.code(201)
    return { result }
  })

  serve(app, publicLinkDelete, async ({ principal, params: { kind, pk } }) => {
    await deletePublicLink({ ctx, by: principal }, { kind, id: pk })
    return { message: 'OK' }
  })

  /** A chart as its viewers may know it. */
  const chartOf = async (id: number): Promise<SharedChart> => {
    const row = await ctx.db.selectFrom('charts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { slice_name, description } = row
    const dataset = await datasetOfSharedChart(ctx, row)
    return hideSql(ctx, { slice_name, description, form_data: formDataOf(row), dataset }) as SharedChart
  }

  serve(app, publicLinkOpen, async ({ body, request, reply }) => {
    const link = (await publicLinks(ctx)).get(body.key)
    if (!link) {
      await countWrongToken(ctx, request.ip)
      throw notFound()
    }
    reply.header('cache-control', 'no-store')
    const token = await issueGuestToken(ctx, claimsOfLink(link.key))
    const chart = link.kind === 'chart' ? await chartOf(link.id) : null
    return { result: { kind: link.kind, id: link.id, token, expires_in: ctx.config.guestTokenSeconds, chart } }
  })

  serve(app, sharedPage, async ({ params, reply }) => {
    const isKnown = (await publicLinks(ctx)).has(params.key)
    reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer')
    return sendPage(ctx, isKnown ? reply : reply.code(404))
  })
}
