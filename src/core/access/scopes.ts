/** What an API token may be used for. It never adds to the rights of its person. */
export const scopes = ['read', 'write', 'sql', 'people', 'scim'] as const
export type Scope = (typeof scopes)[number]

type Asked = { method: string; path: string; writes?: true }

/** The own account and log-ins: never by API token, so that a token cannot make another one or change the password. */
const ownAccount = /^\/(login|logout|oauth-authorized|api\/v1\/(me|second_factor|security\/(login|refresh|passkey|registration)))(\/|$)/
const people =
  /^\/api\/v1\/(security\/(users|roles|groups|permissions|resources|permissions-resources|user_registrations|access)|rowlevelsecurity|columnrule|log)(\/|$)/
/** Programs of identity providers, which use nothing else. */
const scim = /^\/scim\//
const sql = /^\/(sqllab|superset\/sqllab|tabstateview|tableschemaview|api\/v1\/(sqllab|query|saved_query))(\/|$)/

/** Requests that read, or that note what a reader looks at, although their method is another one. */
const reads = [
  /^\/api\/v1\/chart\/(data|annotation_data|warm_up_cache)(\/|$)/,
  /^\/api\/v1\/dataset\/warm_up_cache$/,
  /^\/api\/v1\/(explore|dashboard\/:\w+)\/(form_data|permalink|filter_state|cache_dashboard_screenshot)(\/|$)/,
  /^\/superset\/(explore|explore_json|annotation_json|log)(\/|$)/,
  /^\/datasource\/samples$/,
]

/** The scope that a route demands of API tokens; null: they may not use it. */
export const scopeOf = ({ method, path, writes }: Asked): Scope | null => {
  const isRead = method === 'GET' && !writes
  if (ownAccount.test(path)) return isRead && path.startsWith('/api/v1/me') ? 'read' : null
  if (scim.test(path)) return 'scim'
  if (people.test(path)) return 'people'
  if (sql.test(path)) return 'sql'
  return isRead || reads.some((one) => one.test(path)) ? 'read' : 'write'
}
