import { encodeRison } from '#core/encoding/rison.ts'

/** Paths of pages, the same as Superset's, without the base path, which the router adds. */
export const paths = {
  home: '/superset/welcome/',
  login: '/login/',
  settingsCommands: '/settings/',
  password: '/settings/password/',
  sessions: '/sessions/',
  charts: '/chart/list/',
  dashboards: '/dashboard/list/',
  datasets: '/tablemodelview/list/',
  databases: '/databaseview/list/',
  sqlLab: '/sqllab/',
  cssTemplates: '/csstemplatemodelview/list/',
  annotationLayers: '/annotationlayer/list/',
  annotations: (layer: number) => `/annotationlayer/${layer}/annotation/`,
  tags: '/superset/tags/',
  tagged: (tag: number) => `/superset/all_entities/?id=${tag}`,
  dataset: (id: number) => `/tablemodelview/edit/${id}`,
  newDataset: '/dataset/add/',
  newChart: '/chart/add',
  newDashboard: '/dashboard/new/',
  chart: (id: number) => `/explore/?slice_id=${id}`,
  exploreDataset: (id: number) => `/explore/?datasource_type=table&datasource_id=${id}`,
  dashboard: (idOrSlug: number | string) => `/superset/dashboard/${encodeURIComponent(idOrSlug)}/`,
  editDashboard: (idOrSlug: number | string) => `/superset/dashboard/${encodeURIComponent(idOrSlug)}/?edit=true`,
  list: (list: string, state: Record<string, unknown>) => `${list}?filters=${encodeURIComponent(encodeRison(state))}`,
}
