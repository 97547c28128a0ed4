import { isAllowed } from '#core/access/can.ts'
import type { Principal } from '#core/access/principal.ts'
import type { ChartSubject, DatasetSubject } from '#core/access/subject.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import { asRecord } from '#core/query/read.ts'
import { publicLinkOf } from '../../../access/login/public-links.ts'
import { userRights } from '../../../access/principals.ts'
import { subjectOf } from '../../../access/subjects.ts'
import type { Context } from '../../../context.ts'

type Reader = Pick<Context, 'db' | 'now'>

/** Whether one of the people may read the dataset now. */
const canAnyRead = async (ctx: Reader, people: readonly number[], dataset: DatasetSubject): Promise<boolean> => {
  for (const person of people) {
    const rights = await userRights(ctx, person)
    if (rights && isAllowed(rights.user, 'query', dataset)) return true
  }
  return false
}

/**
 * Whether the public link of a chart still grants its data: the user who created the link must be able to read the dataset, or an owner of
 * the chart if that user is gone.
 */
export const isSharedBy = async (ctx: Reader, chart: ChartSubject, dataset: DatasetSubject): Promise<boolean> => {
  const link = chart.dataset?.id === dataset.id ? await publicLinkOf(ctx, 'chart', chart.id) : undefined
  if (!link) return false
  const isHere = link.createdBy !== null && (await userRights(ctx, link.createdBy)) !== null
  return canAnyRead(ctx, isHere && link.createdBy !== null ? [link.createdBy] : chart.owners, dataset)
}

type Asked = { context: QueryContext; principal: Principal; dataset: DatasetSubject }

/** The chart of a public link that a request is made for; null for every other request. */
export const sharedChartOf = async (ctx: Reader, { context, principal, dataset }: Asked): Promise<ChartSubject | null> => {
  if (principal.kind !== 'guest' || !principal.resources.some(({ type }) => type === 'chart')) return null
  const id = Number(asRecord(context.form_data)['slice_id'])
  const chart = Number.isInteger(id) ? await subjectOf(ctx.db, 'chart', id) : null
  return chart && (await isSharedBy(ctx, chart, dataset)) && isAllowed(principal, 'see', chart) ? chart : null
}
