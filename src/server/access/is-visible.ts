import { expressionBuilder, sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { grantsOf, type Grants } from '#core/access/grants.ts'
import type { Kind } from '#core/access/kind.ts'
import { isAdmin, rolesOf, userOf, type Principal } from '#core/access/principal.ts'
import type { Tables } from '../db/tables.ts'

type Predicate = Expression<SqlBool>

/** Whether the predicate filters the whole table, or a few rows that another condition selects. */
type Extent = 'all' | 'few'

/**
 * `can(principal, 'see', …)` as an SQL predicate, for lists, counts and lookups.
 * It refers to the kind's table (`charts`, …) without an alias and does not exclude deleted rows.
 */
export const isVisible = (principal: Principal, kind: Kind, reach: Extent = 'few'): Predicate =>
  isAdmin(principal) ? always() : predicates[kind](principal, reach)

const always = (): Predicate => sql<SqlBool>`1 = 1`
const never = (): Predicate => sql<SqlBool>`1 = 0`

const predicates: Record<Kind, (principal: Principal, reach: Extent) => Predicate> = {
  database: (principal) => {
    const grants = grantsOf(principal)
    if (grants.allDatabases) return always()
    const eb = expressionBuilder<Tables, 'databases'>()
    return eb.or([isAmong(eb, 'databases.id', grants.databases), isAmong(eb, 'databases.database_name', grants.databaseNames)])
  },
  dataset: (principal) => {
    if (grantsOf(principal).allData) return always()
    const eb = expressionBuilder<Tables, 'datasets'>()
    return eb.or([grantedDatasets(grantsOf(principal)), isOwned(principal, 'dataset', 'datasets.id')])
  },
  chart: (principal) => {
    if (grantsOf(principal).allData) return always()
    return expressionBuilder<Tables, 'charts'>()('charts.datasource_id', 'in', visibleDatasetIds(principal))
  },
  dashboard: (principal, reach) => {
    const eb = expressionBuilder<Tables, 'dashboards'>()
    if (principal.kind === 'guest') {
      return isAmong(eb, 'dashboards.uuid', new Set(principal.resources.map((resource) => resource.id)))
    }
    const given = eb.selectFrom('dashboard_roles').select('dashboard_id')
    const roleIds = rolesOf(principal).map((role) => role.id)
    return eb.or([
      isOwned(principal, 'dashboard', 'dashboards.id'),
      eb.and([
        eb('dashboards.published', '=', 1),
        eb.or([
          roleIds.length > 0 ? eb('dashboards.id', 'in', given.where('role_id', 'in', roleIds)) : never(),
          eb.and([eb('dashboards.id', 'not in', given), showsOpenData[reach](principal)]),
        ]),
      ]),
    ])
  },
}

/** Whether at least one chart of the dashboard uses a dataset that the principal sees: as one set for all rows, or looked up per row. */
const showsOpenData: Record<Extent, (principal: Principal) => Predicate> = {
  all: (principal) =>
    expressionBuilder<Tables, 'dashboards'>()('dashboards.id', 'in', (eb) =>
      eb
        .selectFrom('charts')
        .innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id')
        .select('dashboard_charts.dashboard_id')
        .where('charts.deleted_at', 'is', null)
        .where('charts.datasource_id', 'in', visibleDatasetIds(principal)),
    ),
  few: (principal) =>
    expressionBuilder<Tables, 'dashboards'>().exists((eb) =>
      eb
        .selectFrom('dashboard_charts')
        .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
        .select('charts.id')
        .whereRef('dashboard_charts.dashboard_id', '=', 'dashboards.id')
        .where('charts.deleted_at', 'is', null)
        .where('charts.datasource_id', 'in', visibleDatasetIds(principal)),
    ),
}

/** Ids of the datasets that the principal sees, as an uncorrelated subquery. */
const visibleDatasetIds = (principal: Principal) =>
  expressionBuilder<Tables, 'charts'>()
    .selectFrom('datasets')
    .select('datasets.id')
    .where('datasets.deleted_at', 'is', null)
    .where(predicates.dataset(principal, 'all'))

/** Datasets that are granted directly, or through their schema, catalog or database. */
const grantedDatasets = (grants: Grants): Predicate => {
  const eb = expressionBuilder<Tables, 'datasets'>()
  return eb.or([
    isAmong(eb, 'datasets.id', grants.datasets),
    isAmong(eb, 'datasets.database_id', grants.databases),
    grants.catalogs.size + grants.schemas.size > 0 ? eb.exists(grantedContainers(grants)) : never(),
  ])
}

/** Datasets in granted catalogs and schemas, whose keys are names in the format of `core/access/grants.ts`. */
const grantedContainers = (grants: Grants) => {
  const eb = expressionBuilder<Tables, 'datasets' | 'databases'>()
  const bracketed = (column: 'databases.database_name' | 'datasets.catalog' | 'datasets.schema') =>
    sql<string>`'[' || replace(${eb.ref(column)}, ']', ']]') || ']'`
  const [database, catalog, schema] = [bracketed('databases.database_name'), bracketed('datasets.catalog'), bracketed('datasets.schema')]
  const keyAmong = (key: Expression<string>, keys: Grants['schemas']) => (keys.size > 0 ? eb(key, 'in', [...keys.keys()]) : never())
  return eb
    .selectFrom('databases')
    .select('databases.id')
    .whereRef('databases.id', '=', 'datasets.database_id')
    .where(
      eb.or([
        keyAmong(sql<string>`${database} || '.' || ${catalog}`, grants.catalogs),
        keyAmong(
          sql<string>`${database} || '.' || case when ${eb.ref('datasets.catalog')} is null then '' else ${catalog} || '.' end || ${schema}`,
          grants.schemas,
        ),
      ]),
    )
}

const isOwned = (principal: Principal, kind: Kind, id: 'dashboards.id' | 'datasets.id'): Predicate => {
  const user = userOf(principal)
  if (!user) return never()
  const eb = expressionBuilder<Tables, 'owners' | 'dashboards' | 'datasets'>()
  return eb(
    id,
    'in',
    eb.selectFrom('owners').select('owners.object_id').where('owners.user_id', '=', user.id).where('owners.kind', '=', kind),
  )
}

const isAmong = <T extends keyof Tables>(
  eb: ExpressionBuilder<Tables, T>,
  column: Parameters<ExpressionBuilder<Tables, T>>[0],
  values: ReadonlySet<unknown> | ReadonlyMap<unknown, unknown>,
): Predicate => (values.size > 0 ? eb(column, 'in', [...values.keys()] as never) : never())
