import { z } from 'zod'
import { text } from './declare/field.ts'
import { route } from './declare/route.ts'

/** Addresses that lead elsewhere, or to a page of one object, which may be missing. */
const tag = 'Pages'
const page = { method: 'GET', access: 'public', tag, answers: 'page' } as const

export const rootPage = route({ ...page, path: '/', summary: 'Leads to the home page' })

export const dashboardPage = route({
  ...page,
  path: '/superset/dashboard/:idOrSlug/',
  summary: 'The page of a dashboard',
  params: z.object({ idOrSlug: text() }),
})

export const slicePage = route({
  ...page,
  path: '/superset/slice/:id/',
  summary: 'Leads to a chart in explore',
  params: z.object({ id: text() }),
})

export const datasetPage = route({
  ...page,
  path: '/dataset/:id',
  summary: 'Leads to a dataset in explore',
  params: z.object({ id: text() }),
})

const oldExplore = { ...page, path: '/superset/explore/', summary: 'Leads to explore' } as const
export const oldExplorePage = route(oldExplore)
export const oldExploreForm = route({ ...oldExplore, method: 'POST', csrfExempt: true })

const oldExploreDataset = {
  ...page,
  path: '/superset/explore/:type/:id/',
  summary: 'Leads to a dataset in explore',
  params: z.object({ type: text(), id: text() }),
} as const
export const oldExploreDatasetPage = route(oldExploreDataset)
export const oldExploreDatasetForm = route({ ...oldExploreDataset, method: 'POST', csrfExempt: true })
