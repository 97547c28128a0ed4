import { describe, expect, it } from 'vitest'
import { can } from './can.ts'
import { grounds, type Action } from './grounds.ts'
import { refusal } from './refusal.ts'
import { datasetKey, databaseKey, grantsOf, schemaKey } from './grants.ts'
import { nobody, type GuestPrincipal, type Pair, type Principal, type UserPrincipal } from './principal.ts'
import type { ChartSubject, DashboardSubject, DatasetSubject, Subject } from './subject.ts'

const pg = { kind: 'database', id: 7, name: 'pg' } as const
const gapminder: DatasetSubject = { kind: 'dataset', id: 1, name: 'gapminder', owners: [50], database: pg, catalog: null, schema: 'public' }
const movies: DatasetSubject = { ...gapminder, id: 2, name: 'movies', catalog: 'data', schema: 'film' }
const chart: ChartSubject = { kind: 'chart', id: 3, uuid: 'u-3', owners: [20], dataset: gapminder }
const dashboard: DashboardSubject = {
  kind: 'dashboard',
  id: 4,
  uuid: 'u-4',
  owners: [20],
  published: true,
  roles: [],
  datasets: [gapminder],
}

const user = (id: number, role: { id: number; name: string }, ...pairs: Pair[]): UserPrincipal => ({
  kind: 'user',
  attributes: {},
  id,
  username: `u${id}`,
  firstName: '',
  lastName: '',
  email: null,
  groups: [],
  via: 'bearer',
  roles: [role],
  pairs: new Set(pairs),
})

const gammaRole = { id: 3, name: 'Gamma' }
const admin = user(1, { id: 1, name: 'Admin' })
const alpha = user(
  2,
  { id: 2, name: 'Alpha' },
  'all_datasource_access on all_datasource_access',
  'all_database_access on all_database_access',
)
const owner = user(20, { id: 2, name: 'Alpha' }, 'all_datasource_access on all_datasource_access')
const gamma = user(30, gammaRole)
const gammaOwner = user(20, gammaRole)
const datasetOwner = user(50, gammaRole)
const withDataset = user(31, gammaRole, `datasource_access on ${datasetKey(gapminder)}`)
const withRenamed = user(32, gammaRole, 'datasource_access on [old].[name](id:1)')
const withDatabase = user(33, gammaRole, `database_access on ${databaseKey(pg)}`)
const withSchema = user(34, gammaRole, `schema_access on ${schemaKey(pg, 'data', 'film')}`)
const withCatalog = user(35, gammaRole, 'catalog_access on [pg].[data]')
const guest: GuestPrincipal = {
  kind: 'guest',
  username: 'g',
  roles: [],
  pairs: new Set(),
  resources: [{ type: 'dashboard', id: 'u-4' }],
  rules: [],
}
const job: Principal = { kind: 'job', actsFor: withDataset }

const yes = 'yes'
const cases: [string, Principal, Action, Subject, string][] = [
  ['admin changes anything', admin, 'change', { ...dashboard, published: false }, yes],
  ['admin reads all data', admin, 'query', movies, yes],
  ['alpha sees any chart', alpha, 'see', chart, yes],
  ['alpha does not change another’s chart', alpha, 'change', chart, 'not-owner'],
  ['owner changes', owner, 'change', chart, yes],
  ['gamma does not see a chart without its data', gamma, 'see', chart, 'unseen'],
  ['nor may it know of it by changing', gamma, 'change', chart, 'unseen'],
  ['an owner without the data does not see his chart', gammaOwner, 'see', chart, 'unseen'],
  ['a dataset grant shows the chart', withDataset, 'see', chart, yes],
  ['and opens the data', withDataset, 'query', gapminder, yes],
  ['but no other data', withDataset, 'query', movies, 'no-data'],
  ['a grant holds by id through a rename', withRenamed, 'query', gapminder, yes],
  ['a dataset grant lists its database', user(36, gammaRole, 'datasource_access on [pg].[gapminder](id:1)'), 'see', pg, yes],
  ['without opening it', withDataset, 'query', pg, 'no-data'],
  ['a database grant opens its datasets', withDatabase, 'query', movies, yes],
  ['a schema grant opens its schema', withSchema, 'query', movies, yes],
  ['and no other', withSchema, 'query', gapminder, 'no-data'],
  ['a catalog grant opens its catalog', withCatalog, 'query', movies, yes],
  ['and nothing outside of catalogs', withCatalog, 'query', gapminder, 'no-data'],
  ['an owner of a dataset reads it', datasetOwner, 'query', gapminder, yes],
  ['published, by a dataset', withDataset, 'see', dashboard, yes],
  ['published, without a dataset', gamma, 'see', dashboard, 'unseen'],
  ['draft', alpha, 'see', { ...dashboard, published: false }, 'unseen'],
  ['own draft', gammaOwner, 'change', { ...dashboard, published: false }, yes],
  ['roles open', gamma, 'see', { ...dashboard, roles: [3] }, yes],
  ['roles replace the rule of datasets', alpha, 'see', { ...dashboard, roles: [3] }, 'unseen'],
  ['roles do not open drafts', gamma, 'see', { ...dashboard, roles: [3], published: false }, 'unseen'],
  ['a published dashboard without charts', gamma, 'see', { ...dashboard, datasets: [] }, 'unseen'],
  ['seen, not owned', withDataset, 'change', dashboard, 'not-owner'],
  ['data through a dashboard of the role', gamma, 'query', { ...gapminder, through: { ...dashboard, roles: [3] } }, yes],
  ['no data through one without roles', gamma, 'query', { ...gapminder, through: dashboard }, 'no-data'],
  ['guest sees what the token names', guest, 'see', dashboard, yes],
  ['and nothing else', guest, 'see', { ...dashboard, uuid: 'u-5' }, 'unseen'],
  ['guest does not change', guest, 'change', dashboard, 'not-owner'],
  ['guest reads through it', guest, 'query', { ...gapminder, through: dashboard }, yes],
  ['guest does not read beside it', guest, 'query', gapminder, 'no-data'],
  ['nobody sees nothing', nobody, 'see', dashboard, 'unseen'],
  ['a job has the person’s rights', job, 'query', gapminder, yes],
  ['and no more', job, 'query', movies, 'no-data'],
  ['a chart whose dataset is gone, with all data', alpha, 'see', { ...chart, dataset: null }, yes],
  ['and without', withDataset, 'see', { ...chart, dataset: null }, 'unseen'],
]

describe('can', () => {
  it.each(cases)('%s', (...[, principal, action, subject, expected]) => {
    const decision = can(principal, action, subject)
    expect(decision.allowed ? yes : decision.reason).toBe(expected)
  })

  it('a name cannot be read as two', () => {
    expect(schemaKey({ name: 'a' }, 'b', 'c')).not.toBe(schemaKey({ name: 'a' }, null, 'b].[c'))
    expect(
      grantsOf(user(1, gammaRole, `schema_access on ${schemaKey({ name: 'a].[b' }, null, 'c')}`))
        .databaseNames.keys()
        .toArray(),
    ).toEqual(['a].[b'])
  })
})

describe('grounds', () => {
  const kinds = (principal: Principal, action: Action, subject: Subject) => [...grounds(principal, action, subject)].map(({ kind }) => kind)
  const both: UserPrincipal = { ...withDataset, id: 50, pairs: new Set([...withDataset.pairs, ...withDatabase.pairs]) }
  it('names everything that allows an action, with its permission pair', () => {
    expect([...grounds(both, 'query', gapminder)]).toEqual([
      { kind: 'pair', pair: `database_access on ${databaseKey(pg)}` },
      { kind: 'pair', pair: `datasource_access on ${datasetKey(gapminder)}` },
      { kind: 'owner', of: gapminder },
    ])
    expect(kinds(both, 'see', dashboard)).toEqual(['shown-data', 'shown-data', 'shown-data'])
    expect(kinds(gamma, 'see', { ...dashboard, roles: [3] })).toEqual(['dashboard-role'])
    expect(kinds(guest, 'query', { ...gapminder, through: dashboard })).toEqual(['lent-data'])
    const visitor: GuestPrincipal = { ...guest, resources: [{ type: 'chart', id: chart.uuid, isShared: true }] }
    expect(kinds(visitor, 'see', chart)).toEqual(['public-link'])
    expect(kinds(visitor, 'query', { ...gapminder, through: chart })).toEqual(['lent-data'])
    expect([kinds(visitor, 'see', dashboard), kinds(visitor, 'query', gapminder), kinds(visitor, 'change', chart)]).toEqual([[], [], []])
    expect(kinds(gamma, 'query', { ...gapminder, through: chart })).toEqual([])
    expect(kinds(admin, 'change', dashboard)).toEqual(['admin'])
  })
  it('there are none where an action is refused', () => {
    for (const [, principal, action, subject, expected] of cases) {
      expect(kinds(principal, action, subject).length > 0).toBe(expected === yes)
    }
  })
})

describe('refusals', () => {
  const errorOf = (principal: Principal, action: Action, subject: Subject) => {
    const decision = can(principal, action, subject)
    if (decision.allowed) throw new Error('allowed')
    return refusal(decision)
  }
  it('404 for hidden objects, 403 for objects of others, 403 without a name for data that may not be read', () => {
    expect(errorOf(gamma, 'see', chart)).toMatchObject({ status: 404, body: 'Not found' })
    expect(errorOf(alpha, 'change', chart)).toMatchObject({ status: 403, body: 'Forbidden' })
    expect(errorOf(withDataset, 'query', movies)).toMatchObject({
      status: 403,
      type: 'DATASOURCE_SECURITY_ACCESS_ERROR',
      level: 'warning',
      message: 'This endpoint requires the datasource 2, database or `all_datasource_access` permission',
      extra: { datasource: 2, datasource_name: '', link: '' },
    })
  })
})
