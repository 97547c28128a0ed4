import type { Kind } from './kind.ts'

/** The object of a permission check, with only the facts that decide. Stores load it inside the transaction that uses it. */
export type DatabaseSubject = { kind: 'database'; id: number; name: string }

/** One schema of a database; without one, the database's default. */
export type SchemaSubject = { kind: 'schema'; database: DatabaseSubject; catalog: string | null; schema: string | null }

export type DatasetSubject = {
  kind: 'dataset'
  id: number
  name: string
  owners: readonly number[]
  database: DatabaseSubject
  catalog: string | null
  schema: string | null
  /**
   * The dashboard for which the data is requested. Set only after checking that the requesting chart or native filter
   * is on that dashboard and uses this dataset. Or a chart that a public link shares, after checking that it uses this dataset.
   */
  through?: DashboardSubject | ChartSubject
}

export type ChartSubject = {
  kind: 'chart'
  id: number
  uuid: string
  owners: readonly number[]
  /** Null when the dataset is gone. */
  dataset: DatasetSubject | null
}

export type DashboardSubject = {
  kind: 'dashboard'
  id: number
  uuid: string
  owners: readonly number[]
  published: boolean
  /** Ids of the roles that may see it; when there are any, they replace the rule by datasets. */
  roles: readonly number[]
  /** The datasets of its charts. */
  datasets: readonly DatasetSubject[]
}

export type Subject = DatabaseSubject | SchemaSubject | DatasetSubject | ChartSubject | DashboardSubject

export type SubjectOf<K extends Kind> = Extract<Subject, { kind: K }>
