import type { Socket } from 'node:net'
import type { DriverPackage } from '../shared/fetched/driver-package.ts'

export const tediousPackage: DriverPackage = { name: 'tedious', version: '20.3.9', sizeMb: 72 }

export type Metadata = { colName: string; type: { name: string } }

/** What is used of the driver's requests and connections. */
export type Request = {
  on(event: 'columnMetadata', listener: (columns: Metadata[]) => void): unknown
  on(event: 'row', listener: (cells: { value: unknown }[]) => void): unknown
  setTimeout(ms: number): void
  pause(): void
  resume(): void
}

export type Wire = {
  connect(listener: (error?: Error) => void): void
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'end', listener: () => void): unknown
  execSqlBatch(request: Request): void
  cancel(): boolean
  close(): void
}

type Config = {
  server: string
  authentication: { type: 'default'; options: { userName?: string | undefined; password?: string | undefined } }
  options: Record<string, unknown> & { connector?: () => Promise<Socket> }
}

export type Tedious = {
  Connection: new (config: Config) => Wire
  Request: new (sql: string, done: (error?: Error | null) => void) => Request
}

export const isTedious = (module: unknown): module is Tedious =>
  typeof module === 'object' &&
  module !== null &&
  'Connection' in module &&
  typeof module.Connection === 'function' &&
  'Request' in module &&
  typeof module.Request === 'function'
