import type { App } from '../http/serve.ts'
import { access } from './access/routes.ts'
import { apiTokens } from './api_token/routes.ts'
import { advancedTypes } from './advanced_data_type/routes.ts'
import { annotationLayers } from './annotation_layer/routes.ts'
import { legacy } from './legacy/routes.ts'
import { datasource } from './datasource/routes.ts'
import { timeRanges } from './time-range/routes.ts'
import { exports } from './export/routes.ts'
import { exploreJsonRoutes } from './explore_json/routes.ts'
import { exploring } from './explore/routes.ts'
import { addresses } from './addresses/routes.ts'
import { dataset } from './dataset/routes.ts'
import { database } from './database/routes.ts'
import { cssTemplates } from './css_template/routes.ts'
import { dashboard } from './dashboard/routes.ts'
import { changes } from './change/routes.ts'
import { chartData } from './chart-data/routes.ts'
import { chart } from './chart/routes.ts'
import { embedded } from './embedded/routes.ts'
import { groups } from './groups/routes.ts'
import { imports } from './import/routes.ts'
import { jobs } from './job/routes.ts'
import { log } from './log/routes.ts'
import { me } from './me/routes.ts'
import { operations } from './operations/routes.ts'
import { permissions } from './permissions/routes.ts'
import { product } from './product/routes.ts'
import { publicLinkRoutes } from './public_link/routes.ts'
import { queries } from './query/routes.ts'
import { roles } from './roles/routes.ts'
import { passwordLinks } from './password_link/routes.ts'
import { columnRules } from './column_rules/routes.ts'
import { rowRules } from './row_rules/routes.ts'
import { savedQueries } from './saved_query/routes.ts'
import { scim } from './scim/routes.ts'
import { security } from './security/routes.ts'
import { secondFactors } from './second_factor/routes.ts'
import { signInByProvider } from './sign_in/routes.ts'
import { sqllab } from './sqllab/routes.ts'
import { themes } from './theme/routes.ts'
import { tags } from './tag/routes.ts'
import { thumbnails } from './thumbnail/routes.ts'
import { viewAs } from './view_as/routes.ts'
import { uploads } from './upload/routes.ts'
import { userRegistrations } from './user_registrations/routes.ts'
import { users } from './users/routes.ts'

/** Every resource; adding one is a folder and a line here. */
export const resources: readonly ((app: App) => void)[] = [
  operations,
  product,
  security,
  me,
  signInByProvider,
  secondFactors,
  passwordLinks,
  apiTokens,
  users,
  roles,
  groups,
  scim,
  userRegistrations,
  rowRules,
  columnRules,
  permissions,
  access,
  viewAs,
  log,
  imports,
  exports,
  jobs,
  changes,
  uploads,
  database,
  dataset,
  chart,
  chartData,
  dashboard,
  embedded,
  publicLinkRoutes,
  exploring,
  exploreJsonRoutes,
  datasource,
  timeRanges,
  legacy,
  addresses,
  thumbnails,
  tags,
  cssTemplates,
  savedQueries,
  sqllab,
  queries,
  themes,
  annotationLayers,
  advancedTypes,
]
