type Asked = { method: string; path: string; writes?: true }

/** Requests that only read, although their method is another one. */
const reads = [
  /^\/api\/v1\/chart\/(data|annotation_data)(\/|$)/,
  /^\/superset\/(explore_json|annotation_json)(\/|$)/,
  /^\/datasource\/samples$/,
  /^\/api\/v1\/public_link\/open$/,
  // Leaving, and ending the view itself.
  /^\/logout(\/|$)/,
  /^\/api\/v1\/security\/view_as\/?$/,
]

/** What belongs to the account alone, and is nobody else's to look at. */
const personal = /^\/api\/v1\/(me\/(sessions|tokens)|second_factor|passkey)/

/** Whether a route may be used while an administrator looks at the product as somebody else. */
export const isReadOnly = ({ method, path, writes }: Asked): boolean => {
  if (method === 'GET') return !writes && !personal.test(path)
  if (path.startsWith('/api/v1/security/view_as')) return method === 'DELETE'
  return reads.some((one) => one.test(path))
}

/** Permissions that only serve to change, run, share or log something. */
const writing =
  /^(can_(write|log|post|put|delete|upload|duplicate|slice|save_dash|share_chart|share_dashboard|set_embedded|execute_sql_query))$/

/** Whether what a permission allows is still possible while an administrator looks at the product as somebody else. */
export const isReadPermission = (permission: string): boolean => !writing.test(permission)
