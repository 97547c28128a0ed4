import type { Readable } from 'node:stream'
import type { DriverPackage } from '../shared/fetched/driver-package.ts'

export const bigqueryPackage: DriverPackage = { name: '@google-cloud/bigquery', version: '9.3.0', sizeMb: 14 }

export type Field = { name?: string; type?: string; mode?: string; description?: string }

type Statistics = { query?: { statementType?: string; schema?: { fields?: Field[] } } }

export type Job = {
  metadata: { statistics?: Statistics }
  getQueryResults(options: {
    maxResults: number
    autoPaginate: boolean
  }): Promise<[unknown, unknown, { schema?: { fields?: Field[] } }?, ...unknown[]]>
  getQueryResultsStream(options: { wrapIntegers: boolean }): Readable
  cancel(): Promise<unknown>
}

type JobOptions = {
  query: string
  useLegacySql: false
  dryRun?: boolean
  location?: string
  jobTimeoutMs?: number
  defaultDataset?: { projectId?: string; datasetId: string }
}

type Table = { id?: string; metadata: { type?: string } }
type Dataset = {
  id?: string
  getTables(): Promise<[Table[], ...unknown[]]>
  table(name: string): { getMetadata(): Promise<[{ schema?: { fields?: Field[] } }, ...unknown[]]> }
}

/** What is used of the driver's client. */
export type Client = {
  createQueryJob(options: JobOptions): Promise<[Job, ...unknown[]]>
  getDatasets(options: { projectId?: string }): Promise<[{ id?: string }[], ...unknown[]]>
  dataset(name: string, options: { projectId?: string }): Dataset
}

export type Bigquery = { BigQuery: new (options: Record<string, unknown>) => Client }

export const isBigquery = (module: unknown): module is Bigquery =>
  typeof module === 'object' && module !== null && 'BigQuery' in module && typeof module.BigQuery === 'function'
