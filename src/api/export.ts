import { z } from 'zod'
import { flag, integer } from './declare/field.ts'
import { idsQ } from './declare/q.ts'
import { pk } from './declare/resource.ts'
import { route, type Access } from './declare/route.ts'

/** Bundles of objects with what they need: a ZIP of YAML files, as imports read it. */

/** A cookie of this name tells the page that the download has begun. */
const query = z.object({ token: z.string().optional() })

const exportOf = (resource: string, access: Access) =>
  route({
    method: 'GET',
    path: `/api/v1/${resource}/export/`,
    access,
    summary: 'Export as a bundle of YAML files',
    tag: resource,
    query,
    q: idsQ,
    answers: 'bytes',
  })

export const chartExport = exportOf('chart', ['can_export', 'Chart'])
export const dashboardExport = exportOf('dashboard', ['can_export', 'Dashboard'])
export const datasetExport = exportOf('dataset', ['can_export', 'Dataset'])
export const databaseExport = exportOf('database', ['can_export', 'Database'])
export const savedQueryExport = exportOf('saved_query', ['can_export', 'SavedQuery'])
export const themeExport = exportOf('theme', ['can_export', 'Theme'])

/** Everything that the caller sees. */
export const assetsExport = route({
  method: 'GET',
  path: '/api/v1/assets/export/',
  access: ['can_export', 'ImportExportRestApi'],
  summary: 'Export everything as a bundle of YAML files',
  tag: 'import',
  query,
  answers: 'bytes',
})

/** A dashboard with the data of its datasets as Parquet, in the form that Superset loads its examples from. */
export const dashboardExampleExport = route({
  method: 'GET',
  path: '/api/v1/dashboard/:pk/export_as_example/',
  access: ['can_export_as_example', 'Dashboard'],
  summary: 'Export as an example: YAML files with the data as Parquet',
  tag: 'dashboard',
  ids: 'digits',
  params: pk,
  query: query.extend({
    export_data: flag().optional(),
    /** Rows of each dataset; all without it. */
    sample_rows: integer().pipe(z.number().min(1)).optional(),
  }),
  answers: 'bytes',
})
