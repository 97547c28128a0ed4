import { catalogKey, grantsOf, schemaKey } from './grants.ts'
import { isAdmin, rolesOf, userOf, type Principal } from './principal.ts'
import type { ChartSubject, DashboardSubject, DatabaseSubject, DatasetSubject, SchemaSubject, Subject } from './subject.ts'

/**
 * `see`: the record, in lists and by id. `change`: update, delete, give away. `query`: its data.
 * The route's permission pair decides whether the user may do this kind of thing at all; this decides about one object.
 */
export type Action = 'see' | 'change' | 'query'

/** `unseen`: answered as if it did not exist. `not-owner`: visible, but owned by somebody else. `no-data`: its data may not be read. */
export type Reason = 'unseen' | 'not-owner' | 'no-data'

export type Decision = { allowed: true } | { allowed: false; reason: Reason; subject: Subject }

/** The one permission check of create, update, import, copy, bulk and legacy paths. */
export const can = (principal: Principal, action: Action, subject: Subject): Decision => {
  if (isAdmin(principal)) return { allowed: true }
  const refused = (reason: Reason, about: Subject = subject): Decision => ({ allowed: false, reason, subject: about })
  if (action === 'query') {
    const closed = closedData(principal, subject)
    return closed ? refused('no-data', closed) : { allowed: true }
  }
  if (!sees(principal, subject)) return refused('unseen')
  return action === 'see' || mayChange(principal, subject) ? { allowed: true } : refused('not-owner')
}

export const allowed = (principal: Principal, action: Action, subject: Subject): boolean => can(principal, action, subject).allowed

const sees = (principal: Principal, subject: Subject): boolean => {
  switch (subject.kind) {
    case 'database':
      return seesDatabase(principal, subject)
    case 'schema':
      return opensSchema(principal, subject)
    case 'dataset':
      return opensDataset(principal, subject)
    case 'chart':
      return subject.dataset ? opensDataset(principal, subject.dataset) : grantsOf(principal).allData
    case 'dashboard':
      return seesDashboard(principal, subject)
  }
}

/** Databases have no owners: only the permission pair decides. */
const mayChange = (principal: Principal, subject: Subject): boolean =>
  subject.kind === 'database' || subject.kind === 'schema' || owns(principal, subject)

const owns = (principal: Principal, subject: ChartSubject | DashboardSubject | DatasetSubject): boolean => {
  const user = userOf(principal)
  return user !== null && subject.owners.includes(user.id)
}

/** A database is listed for users with access to any part of it; its data needs access to all of it. */
const seesDatabase = (principal: Principal, database: DatabaseSubject): boolean => {
  const grants = grantsOf(principal)
  return grants.allDatabases || grants.databases.has(database.id) || grants.databaseNames.has(database.name)
}

const opensDatabase = (principal: Principal, database: DatabaseSubject): boolean => {
  const grants = grantsOf(principal)
  return grants.allData || grants.databases.has(database.id)
}

type Place = Pick<SchemaSubject, 'database' | 'catalog' | 'schema'>

const opensSchema = (principal: Principal, { database, catalog, schema }: Place): boolean => {
  const grants = grantsOf(principal)
  return (
    opensDatabase(principal, database) ||
    (catalog !== null && grants.catalogs.has(catalogKey(database, catalog))) ||
    (schema !== null && grants.schemas.has(schemaKey(database, catalog, schema)))
  )
}

const opensDataset = (principal: Principal, dataset: DatasetSubject): boolean =>
  opensSchema(principal, dataset) ||
  grantsOf(principal).datasets.has(dataset.id) ||
  owns(principal, dataset) ||
  (dataset.through !== undefined && opensThrough(principal, dataset.through))

/** A dashboard grants its data to users named by its roles or by a guest token, not to those who see it because of its datasets. */
const opensThrough = (principal: Principal, dashboard: DashboardSubject): boolean =>
  (principal.kind === 'guest' || dashboard.roles.length > 0) && seesDashboard(principal, dashboard)

const seesDashboard = (principal: Principal, dashboard: DashboardSubject): boolean => {
  if (principal.kind === 'guest') return principal.resources.some((resource) => resource.id === dashboard.uuid)
  if (owns(principal, dashboard)) return true
  if (!dashboard.published) return false
  if (dashboard.roles.length > 0) return rolesOf(principal).some((role) => dashboard.roles.includes(role.id))
  return dashboard.datasets.some((dataset) => opensDataset(principal, dataset))
}

/** The subject whose data may not be read, or null. */
const closedData = (principal: Principal, subject: Subject): Subject | null => {
  switch (subject.kind) {
    case 'database':
      return opensDatabase(principal, subject) ? null : subject
    case 'schema':
      return opensSchema(principal, subject) ? null : subject
    case 'dataset':
      return opensDataset(principal, subject) ? null : subject
    case 'chart':
      return sees(principal, subject) ? null : (subject.dataset ?? subject)
    case 'dashboard':
      return seesDashboard(principal, subject) ? null : subject
  }
}
