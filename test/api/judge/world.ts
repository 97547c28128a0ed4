import { encodeRison } from '#core/encoding/url/rison.ts'
import { loginBearer, type Send } from './client.ts'
import type { Variables } from './replay.ts'

/** The users, roles and datasets that the conversations count on (conformance/api/README.md, "Users needed"). */
export const tables = [
  'gapminder',
  'movies',
  'stocks',
  'seattle_weather',
  'weather',
  'airports',
  'flights_airport',
  'us_employment',
  'jobs',
  'cars',
  'penguins',
  'birdstrikes',
  'flights_20k',
] as const

type Account = { username: string; password: string }
export type World = { variables: Variables; accounts: Record<string, Account> }

type Options = {
  send: Send
  admin: Account
  base: string
  /** Database to register, or the name of one that is there already. */
  database: { name: string; uri?: string; schema: string }
}

/** The password that the recorded log-ins send. */
const password = 'Ch4rtroom-check'

type Api = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>

const apiOf = async (send: Send, admin: Account): Promise<Api> => {
  const proof = await loginBearer(send, admin)
  const token = await send({ method: 'GET', path: '/api/v1/security/csrf_token/', headers: { accept: 'application/json', ...proof } })
  const csrf = (JSON.parse(new TextDecoder().decode(token.bytes)) as { result?: string }).result
  const cookie = [token.headers['set-cookie'] ?? []]
    .flat()
    .map((text) => text.split(';')[0])
    .join('; ')
  return async (method, path, body) => {
    const answer = await send({
      method,
      path,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...proof,
        ...(csrf && { 'x-csrftoken': csrf }),
        ...(cookie && { cookie }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = new TextDecoder().decode(answer.bytes)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
    return JSON.parse(text) as Record<string, unknown>
  }
}

const listPath = (resource: string, q: unknown) => `/api/v1/${resource}/?q=${encodeURIComponent(encodeRison(q))}`

type Named = { id: number; name: string }

const find = async (api: Api, resource: string, col: string, value: string): Promise<number | undefined> => {
  const answer = await api('GET', listPath(resource, { filters: [{ col, opr: 'eq', value }] }))
  return (answer['result'] as { id?: number }[])[0]?.id
}

const allOf = async (api: Api, resource: string): Promise<Record<string, unknown>[]> => {
  const rows: Record<string, unknown>[] = []
  for (let page = 0; ; page++) {
    const answer = await api('GET', listPath(resource, { page, page_size: 100 }))
    rows.push(...(answer['result'] as Record<string, unknown>[]))
    if (rows.length >= Number(answer['count']) || !(answer['result'] as unknown[]).length) return rows
  }
}

const needDatabase = async (api: Api, { name, uri }: Options['database']): Promise<number> => {
  const known = await find(api, 'database', 'database_name', name)
  if (known !== undefined) return known
  if (!uri) throw new Error(`No database named ${name}`)
  const flags = { expose_in_sqllab: true, allow_ctas: true, allow_cvas: true, allow_dml: true }
  return (
    await api('POST', '/api/v1/database/', {
      database_name: name,
      sqlalchemy_uri: uri,
      ...flags,
      extra: '{"allows_virtual_table_explore":true}',
    })
  )['id'] as number
}

const needDataset = async (api: Api, database: number, schema: string, table: string): Promise<number> => {
  const filters = [
    { col: 'table_name', opr: 'eq', value: table },
    { col: 'database', opr: 'rel_o_m', value: database },
  ]
  const known = (await api('GET', listPath('dataset', { filters })))['result'] as { id: number }[]
  return known[0]?.id ?? ((await api('POST', '/api/v1/dataset/', { database, schema, table_name: table }))['id'] as number)
}

/** What the recorded lists found stored, beside what a conversation makes itself. */
const needObjects = async (api: Api, { dataset, db, uri }: { dataset: number; db: number; uri: string | undefined }): Promise<void> => {
  const params = JSON.stringify({
    datasource: `${dataset}__table`,
    viz_type: 'table',
    query_mode: 'aggregate',
    groupby: ['cluster'],
    metrics: ['count'],
    row_limit: 10,
  })
  const has = async (resource: string, col: string, value: string) =>
    ((await api('GET', listPath(resource, { filters: [{ col, opr: 'eq', value }] })))['result'] as unknown[]).length > 0
  for (const slice_name of ['a standing chart', 'another standing chart', 'one more standing chart']) {
    if (await has('chart', 'slice_name', slice_name)) continue
    await api('POST', '/api/v1/chart/', { slice_name, viz_type: 'table', datasource_id: dataset, datasource_type: 'table', params })
  }
  const dashboard_title = 'a standing dashboard'
  if (!(await has('dashboard', 'dashboard_title', dashboard_title))) await api('POST', '/api/v1/dashboard/', { dashboard_title })
  const database_name = 'another database'
  if (uri && !(await has('database', 'database_name', database_name)))
    await api('POST', '/api/v1/database/', { database_name, sqlalchemy_uri: uri })
  const name = 'a standing rule'
  const gamma = ((await allOf(api, 'security/roles')) as Named[]).find((role) => role.name === 'Gamma')?.id
  if (gamma && !(await has('rowlevelsecurity', 'name', name)))
    await api('POST', '/api/v1/rowlevelsecurity/', { name, filter_type: 'Regular', tables: [dataset], roles: [gamma], clause: '1 = 1' })
  if ((await allOf(api, 'query')).length > 0) return
  for (const table of ['gapminder', 'movies', 'stocks', 'weather'])
    await api('POST', '/api/v1/sqllab/execute/', { database_id: db, schema: 'public', sql: `select count(*) from ${table}` })
  await api('POST', '/tabstateview/', { queryEditor: JSON.stringify({ dbId: db, name: 'q', sql: 'select 1' }) })
}

/** Ids of permission-resource pairs by `permission on view`. */
const pairIds = async (api: Api): Promise<Map<string, number>> => {
  const rows = await allOf(api, 'security/permissions-resources')
  return new Map(
    rows.map((row) => {
      const permission = (row['permission'] as { name: string }).name
      const view = (row['view_menu'] as { name: string }).name
      return [`${permission} on ${view}`, row['id'] as number]
    }),
  )
}

export const makeWorld = async ({ send, admin, base, database }: Options): Promise<World> => {
  const api = await apiOf(send, admin)
  const db = await needDatabase(api, database)
  const datasets: [string, number][] = []
  for (const table of tables) datasets.push([table, await needDataset(api, db, database.schema, table)])

  const pairs = await pairIds(api)
  const gapminder = datasets.find(([table]) => table === 'gapminder')?.[1] ?? 0
  await needObjects(api, { dataset: gapminder, db, uri: database.uri })
  const granted = (permission: string, ending: string) =>
    [...pairs]
      .filter(([name]) => name.startsWith(`${permission} on [${database.name}]`) && name.endsWith(`(id:${ending})`))
      .map(([, id]) => id)
  const needRole = async (name: string, ids: number[]): Promise<number> => {
    const known = (await allOf(api, 'security/roles')).find((role) => role['name'] === name)
    const id = (known?.['id'] ?? (await api('POST', '/api/v1/security/roles/', { name }))['id']) as number
    if (ids.length) await api('POST', `/api/v1/security/roles/${id}/permissions`, { permission_view_menu_ids: ids })
    return id
  }
  const onDataset = await needRole('judge_gapminder', granted('datasource_access', String(gapminder)))
  const onDatabase = await needRole('judge_database', granted('database_access', String(db)))
  const empty = await needRole('judge_nothing', [])

  const roles = (await allOf(api, 'security/roles')) as Named[]
  const role = (name: string) => roles.find((known) => known.name === name)?.id ?? 0
  const wanted: Record<string, number[]> = {
    alpha: [role('Alpha')],
    alpha2: [role('Alpha')],
    gamma: [role('Gamma')],
    gamma_ds: [role('Gamma'), onDataset],
    gamma_db: [role('Gamma'), onDatabase],
    sqllab: [role('Gamma'), role('sql_lab'), onDatabase],
    sqllab_nodb: [role('Gamma'), role('sql_lab')],
    noroles: [empty],
  }
  const known = (await allOf(api, 'security/users')) as { id: number; username: string }[]
  const users: [string, number][] = []
  for (const [username, roleIds] of Object.entries(wanted)) {
    const there = known.find((user) => user.username === username)?.id
    const first = `${username[0]?.toUpperCase()}${username.slice(1)}`
    const fields = {
      username,
      first_name: first,
      last_name: 'Check',
      email: `${username}@example.org`,
      active: true,
      roles: roleIds,
      password,
    }
    users.push([username, there ?? ((await api('POST', '/api/v1/security/users/', fields))['id'] as number)])
  }
  const adminId = known.find((user) => user.username === admin.username)?.id ?? 1

  return {
    accounts: { admin, ...Object.fromEntries(users.map(([username]) => [username, { username, password }])) },
    variables: {
      base,
      db,
      db_name: database.name,
      schema: database.schema,
      missing: 999_999,
      user_admin: adminId,
      ...Object.fromEntries(users.map(([username, id]) => [`user_${username}`, id])),
      ...Object.fromEntries(datasets.map(([table, id]) => [`ds_${table}`, id])),
      ...Object.fromEntries(roles.map(({ id, name }) => [`role_${name.toLowerCase()}`, id])),
      role_api_gapminder: onDataset,
    },
  }
}
