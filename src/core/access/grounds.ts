import { catalogKey, everyDatabase, everyDataset, grantsOf, schemaKey } from './grants.ts'
import { isAdmin, rolesOf, userOf, type GuestPrincipal, type Pair, type Principal } from './principal.ts'
import type { ChartSubject, DashboardSubject, DatabaseSubject, DatasetSubject, SchemaSubject, Subject } from './subject.ts'

/**
 * `see`: the record, in lists and by id. `change`: update, delete, give away. `query`: its data.
 * The route's permission pair decides whether the user may do this kind of thing at all; this decides about one object.
 */
export type Action = 'see' | 'change' | 'query'

/** Something that allows an action on an object. */
export type Ground =
  | { kind: 'admin' }
  | { kind: 'pair'; pair: Pair }
  | { kind: 'owner'; of: ChartSubject | DashboardSubject | DatasetSubject }
  /** A role that the dashboard names. */
  | { kind: 'dashboard-role'; role: { id: number; name: string }; dashboard: DashboardSubject }
  /** The dashboard that a guest's token names. */
  | { kind: 'guest-token'; dashboard: DashboardSubject }
  /** The visitor has its public link. */
  | { kind: 'public-link'; of: DashboardSubject | ChartSubject }
  /** The dashboard is published and shows this dataset. */
  | { kind: 'shown-data'; dataset: DatasetSubject; ground: Ground }
  /** The dashboard, or the chart of a public link, lends its data to those who see it. */
  | { kind: 'lent-data'; by: DashboardSubject | ChartSubject; ground: Ground }

type Grounds = Generator<Ground, void, undefined>

/** Everything that allows an action; none if it is refused. What is not asked for is not computed. */
export function* grounds(principal: Principal, action: Action, subject: Subject): Grounds {
  if (isAdmin(principal)) return yield { kind: 'admin' }
  if (action === 'query') return yield* toRead(principal, subject)
  if (action === 'see') return yield* toSee(principal, subject)
  if (toSee(principal, subject).next().done === false) yield* toChange(principal, subject)
}

function* toSee(principal: Principal, subject: Subject): Grounds {
  switch (subject.kind) {
    case 'database':
      return yield* toSeeDatabase(principal, subject)
    case 'schema':
      return yield* toOpenSchema(principal, subject)
    case 'dataset':
      return yield* toOpenDataset(principal, subject)
    case 'chart':
      if (principal.kind === 'guest') return yield* toUseToken(principal, subject)
      return yield* subject.dataset ? toOpenDataset(principal, subject.dataset) : toOpenEverything(principal)
    case 'dashboard':
      return yield* toSeeDashboard(principal, subject)
  }
}

/** Databases have no owners: only the permission pair decides. */
function* toChange(principal: Principal, subject: Subject): Grounds {
  yield* subject.kind === 'database' || subject.kind === 'schema' ? toSee(principal, subject) : toOwn(principal, subject)
}

/** The data of a database is all of it. */
function* toRead(principal: Principal, subject: Subject): Grounds {
  yield* subject.kind === 'database' ? toOpenDatabase(principal, subject) : toSee(principal, subject)
}

function* granted(pair: Pair | undefined): Grounds {
  if (pair !== undefined) yield { kind: 'pair', pair }
}

function* toOwn(principal: Principal, subject: ChartSubject | DashboardSubject | DatasetSubject): Grounds {
  const user = userOf(principal)
  if (user !== null && subject.owners.includes(user.id)) yield { kind: 'owner', of: subject }
}

/** A database is listed for users with access to any part of it; its data needs access to all of it. */
function* toSeeDatabase(principal: Principal, database: DatabaseSubject): Grounds {
  const grants = grantsOf(principal)
  if (grants.allDatabases) yield* granted(everyDatabase)
  yield* granted(grants.databases.get(database.id))
  yield* granted(grants.databaseNames.get(database.name))
}

function* toOpenEverything(principal: Principal): Grounds {
  const grants = grantsOf(principal)
  if (grants.allData) yield* granted(grants.allDatabases ? everyDatabase : everyDataset)
}

function* toOpenDatabase(principal: Principal, database: DatabaseSubject): Grounds {
  yield* toOpenEverything(principal)
  yield* granted(grantsOf(principal).databases.get(database.id))
}

type Place = Pick<SchemaSubject, 'database' | 'catalog' | 'schema'>

function* toOpenSchema(principal: Principal, { database, catalog, schema }: Place): Grounds {
  const grants = grantsOf(principal)
  yield* toOpenDatabase(principal, database)
  if (catalog !== null) yield* granted(grants.catalogs.get(catalogKey(database, catalog)))
  if (schema !== null) yield* granted(grants.schemas.get(schemaKey(database, catalog, schema)))
}

function* toOpenDataset(principal: Principal, dataset: DatasetSubject): Grounds {
  yield* toOpenSchema(principal, dataset)
  yield* granted(grantsOf(principal).datasets.get(dataset.id))
  yield* toOwn(principal, dataset)
  if (dataset.through !== undefined) yield* toBorrow(principal, dataset.through)
}

/**
 * A dashboard grants its data to users named by its roles or by a guest token, not to those who see it because of its datasets. A chart
 * grants it to visitors with its public link.
 */
function* toBorrow(principal: Principal, by: DashboardSubject | ChartSubject): Grounds {
  if (principal.kind !== 'guest' && (by.kind === 'chart' || by.roles.length === 0)) return
  const toSeeIt = by.kind === 'chart' ? toSee(principal, by) : toSeeDashboard(principal, by)
  for (const ground of toSeeIt) yield { kind: 'lent-data', by, ground }
}

/** What a guest's token names. Charts are named only by public links. */
function* toUseToken({ resources }: GuestPrincipal, subject: DashboardSubject | ChartSubject): Grounds {
  const named = resources.find(({ type, id }) => type === subject.kind && id === subject.uuid)
  if (named?.isShared) yield { kind: 'public-link', of: subject }
  else if (named && subject.kind === 'dashboard') yield { kind: 'guest-token', dashboard: subject }
}

function* toSeeDashboard(principal: Principal, dashboard: DashboardSubject): Grounds {
  if (principal.kind === 'guest') return yield* toUseToken(principal, dashboard)
  yield* toOwn(principal, dashboard)
  if (!dashboard.published) return
  if (dashboard.roles.length > 0) {
    for (const role of rolesOf(principal)) if (dashboard.roles.includes(role.id)) yield { kind: 'dashboard-role', role, dashboard }
    return
  }
  for (const dataset of dashboard.datasets)
    for (const ground of toOpenDataset(principal, dataset)) yield { kind: 'shown-data', dataset, ground }
}
