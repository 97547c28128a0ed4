import { tagObjects, type TaggedKind } from '#api/tag.ts'
import { msg, t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { viewKey } from '../../data/resources.ts'

export const taggedKinds = ['dashboard', 'chart', 'dataset'] as const satisfies readonly TaggedKind[]

const headings = { dashboard: msg('Dashboards'), chart: msg('Charts'), dataset: msg('Datasets') } as const

export const taggedHeading = (kind: TaggedKind): string => t(headings[kind])

/** What bears a tag, as far as the user sees it. */
export const taggedObjects = (tag: number) => ({
  queryKey: viewKey(taggedKinds, 'tagged', tag),
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(tagObjects, { query: { tagIds: String(tag) } }, { signal })).result,
})
