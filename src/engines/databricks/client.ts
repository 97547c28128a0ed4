import type { DriverPackage } from '../shared/fetched/driver-package.ts'

export const databricksPackage: DriverPackage = { name: '@databricks/sql', version: '2.1.0', sizeMb: 53 }

type Schema = { columns: { columnName: string; typeDesc: { types: { primitiveEntry?: { type: number } }[] } }[] }

export type Operation = {
  getSchema(): Promise<Schema | null>
  iterateRows(): AsyncIterable<object>
  cancel(): Promise<unknown>
  close(): Promise<unknown>
}

export type Session = {
  executeStatement(sql: string, options: { queryTimeout?: number; maxRows?: number | null }): Promise<Operation>
  close(): Promise<unknown>
}

/** What is used of the driver's client. */
export type Client = {
  connect(options: { host: string; port: number; path: string; token: string }): Promise<unknown>
  openSession(options: { initialCatalog?: string; initialSchema?: string; configuration?: Record<string, string> }): Promise<Session>
  close(): Promise<unknown>
}

export type Databricks = { DBSQLClient: new () => Client }

export const isDatabricks = (module: unknown): module is Databricks =>
  typeof module === 'object' && module !== null && 'DBSQLClient' in module && typeof module.DBSQLClient === 'function'
