import type { Readable } from 'node:stream'
import type { DriverPackage } from '../shared/fetched/driver-package.ts'

export const snowflakePackage: DriverPackage = { name: 'snowflake-sdk', version: '3.3.0', sizeMb: 119 }

type Column = { getName(): string; getType(): string; getScale(): number }

export type Statement = {
  getColumns(): Column[] | undefined
  streamRows(): Readable
  cancel(done: (error: Error | undefined) => void): void
}

type Execution = {
  sqlText: string
  streamResult?: boolean
  rowMode?: 'array'
  fetchAsString?: string[]
  describeOnly?: boolean
  parameters?: Record<string, string | number>
  complete(error: Error | undefined, statement: Statement): void
}

/** What is used of the driver's connections. */
export type Wire = {
  connectAsync(done: (error: Error | undefined) => void): Promise<unknown>
  execute(execution: Execution): Statement
  isUp(): boolean
  destroy(done: (error: Error | undefined) => void): void
}

export type Snowflake = {
  configure(options: { logLevel: string; additionalLogToConsole: boolean }): void
  createConnection(options: Record<string, unknown>): Wire
}

export const isSnowflake = (module: unknown): module is Snowflake =>
  typeof module === 'object' && module !== null && 'createConnection' in module && typeof module.createConnection === 'function'
