import type { Dialect } from '../../../src/engines/dialect.ts'
import type { QueryHost, RunOptions } from '../../../src/engines/host/client.ts'
import type { ConnectionSpec, DataAnswer, DataJob, Limits } from '../../../src/engines/host/protocol.ts'

export type Subject = {
  connection: ConnectionSpec
  stop(): Promise<void>
  /** Statements that the server itself says are running and hold this text; absent for engines inside the host. */
  running?(text: string): Promise<number>
}

export type Traits = {
  /** Engine's id. */
  engine: string
  start(folder: string): Promise<Subject>
  /** Values that the engine cannot store come back as these, by column and row id. */
  stored?: Record<string, Record<number, unknown>>
  /** Types of edge_types' columns on the wire, where they differ. */
  coltypes?: Record<string, 0 | 1 | 2 | 3>
  /** A FROM clause that gives at least `rows` numbers in a column `i`. */
  series: (rows: number) => string
  /** A statement that would run for minutes. */
  endless: string
  /** A statement that writes. */
  write: string
  /** The type text of column `id` of edge_types. */
  integerType: string
  schema: string
  /** It lists the names of its functions. */
  listsFunctions?: true
  /** The columns of a statement are known only by running it. */
  describeRuns?: true
  /** Cannot be stopped, nor told to only read: such tests run on another server of the engine. */
  answersOnly?: true
  /** Tests of this engine alone. */
  also?(stage: Stage): void
}

export const limits: Limits = { timeoutMs: 30_000, rows: 50_000, bytes: 2 ** 28 }

/** What the parts of the suite work with; `host` and `subject` are there once the tests run. */
export type Stage = {
  traits: Traits
  dialect: Dialect
  /** The dialect's quoting of names. */
  q: (name: string) => string
  host(): QueryHost
  subject(): Subject
  folder(): string
  run(sql: string, job?: Partial<DataJob>, options?: RunOptions): Promise<DataAnswer>
  rows(sql: string, job?: Partial<DataJob>): Promise<Record<string, unknown>[]>
  /** A test for servers that can be told to stop and to only read. */
  serverTest(name: string, run: () => Promise<void>): void
  /** The value of one expression. */
  value(expression: string): Promise<unknown>
}
