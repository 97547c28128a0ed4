import { expressionBuilder, sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { grantsOf, type Grants } from '#core/access/grants.ts'
import type { Kind } from '#core/access/kind.ts'
import { isAdmin, rolesOf, userOf, type Principal } from '#core/access/principal.ts'
import type { Tables } from '../db/tables.ts'

type Predicate = Expression<SqlBool>

/** Whether the predicate is asked of the whole table, or only of rows that are found by another way. */
type Reach = 'all' | 'few'

/**
 * The rows of a kind that the principal sees: `can(principal, 'see', …)` as a predicate, for lists, counts and lookups.
 * It names the kind's table (`charts`, …) unaliased, and says nothing about soft deletion.
 */
export const visible = (principal: Principal, kind: Kind, reach: Reach = 'few'): Predicate =>
  isAdmin(principal) ? everything() : predicates[kind](principal, reach)

const everything = (): Predicate => sql<SqlBool>`1 = 1`
const nothing = (): Predicate => sql<SqlBool>`1 = 0`

const predicates: Record<Kind, (principal: Principal, reach: Reach) => Predicate> = {
  database: (principal) => {
    const grants = grantsOf(principal)
    if (grants.allDatabases) return everything()
    const eb = expressionBuilder<Tables, 'databases'>()
    return eb.or([among(eb, 'databases.id', grants.databases), among(eb, 'databases.database_name', grants.databaseNames)])
  },
  dataset: (principal) => {
    if (grantsOf(principal).allData) return everything()
    const eb = expressionBuilder<Tables, 'datasets'>()
    return eb.or([opened(grantsOf(principal)), owned(principal, 'dataset', 'datasets.id')])
  },
  chart: (principal) => {
    if (grantsOf(principal).allData) return everything()
    return expressionBuilder<Tables, 'charts'>()('charts.datasource_id', 'in', openDatasets(principal))
  },
  dashboard: (principal, reach) => {
    const eb = expressionBuilder<Tables, 'dashboards'>()
    if (principal.kind === 'guest') {
      return among(eb, 'dashboards.uuid', new Set(principal.resources.map((resource) => resource.id)))
    }
    const given = eb.selectFrom('dashboard_roles').select('dashboard_id')
    const roleIds = rolesOf(principal).map((role) => role.id)
    return eb.or([
      owned(principal, 'dashboard', 'dashboards.id'),
      eb.and([
        eb('dashboards.published', '=', 1),
        eb.or([
          roleIds.length > 0 ? eb('dashboards.id', 'in', given.where('role_id', 'in', roleIds)) : nothing(),
          eb.and([eb('dashboards.id', 'not in', given), showsOpenData[reach](principal)]),
        ]),
      ]),
    ])
  },
}

/** At least one chart of the dashboard stands on data that is open to the principal: found once for all, or looked up in each row. */
const showsOpenData: Record<Reach, (principal: Principal) => Predicate> = {
  all: (principal) =>
    expressionBuilder<Tables, 'dashboards'>()('dashboards.id', 'in', (eb) =>
      eb
        .selectFrom('charts')
        .innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id')
        .select('dashboard_charts.dashboard_id')
        .where('charts.deleted_at', 'is', null)
        .where('charts.datasource_id', 'in', openDatasets(principal)),
    ),
  few: (principal) =>
    expressionBuilder<Tables, 'dashboards'>().exists((eb) =>
      eb
        .selectFrom('dashboard_charts')
        .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
        .select('charts.id')
        .whereRef('dashboard_charts.dashboard_id', '=', 'dashboards.id')
        .where('charts.deleted_at', 'is', null)
        .where('charts.datasource_id', 'in', openDatasets(principal)),
    ),
}

/** Ids of the datasets that the principal sees; a set that a statement finds once. */
const openDatasets = (principal: Principal) =>
  expressionBuilder<Tables, 'charts'>()
    .selectFrom('datasets')
    .select('datasets.id')
    .where('datasets.deleted_at', 'is', null)
    .where(predicates.dataset(principal, 'all'))

/** Datasets that grants open, by their own key or a wider one. */
const opened = (grants: Grants): Predicate => {
  const eb = expressionBuilder<Tables, 'datasets'>()
  return eb.or([
    among(eb, 'datasets.id', grants.datasets),
    among(eb, 'datasets.database_id', grants.databases),
    grants.catalogs.size + grants.schemas.size > 0 ? eb.exists(placed(grants)) : nothing(),
  ])
}

/** The keys of catalogs and schemas are names, written as `core/access/grants.ts` writes them. */
const placed = (grants: Grants) => {
  const eb = expressionBuilder<Tables, 'datasets' | 'databases'>()
  const bracketed = (column: 'databases.database_name' | 'datasets.catalog' | 'datasets.schema') =>
    sql<string>`'[' || replace(${eb.ref(column)}, ']', ']]') || ']'`
  const [database, catalog, schema] = [bracketed('databases.database_name'), bracketed('datasets.catalog'), bracketed('datasets.schema')]
  const keyAmong = (key: Expression<string>, keys: ReadonlySet<string>) => (keys.size > 0 ? eb(key, 'in', [...keys]) : nothing())
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

const owned = (principal: Principal, kind: Kind, id: 'dashboards.id' | 'datasets.id'): Predicate => {
  const user = userOf(principal)
  if (!user) return nothing()
  const eb = expressionBuilder<Tables, 'owners' | 'dashboards' | 'datasets'>()
  return eb(
    id,
    'in',
    eb.selectFrom('owners').select('owners.object_id').where('owners.user_id', '=', user.id).where('owners.kind', '=', kind),
  )
}

const among = <T extends keyof Tables>(
  eb: ExpressionBuilder<Tables, T>,
  column: Parameters<ExpressionBuilder<Tables, T>>[0],
  values: ReadonlySet<unknown>,
): Predicate => (values.size > 0 ? eb(column, 'in', [...values] as never) : nothing())
