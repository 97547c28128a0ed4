import { duckdbEngine } from './duckdb/engine.ts'
import { clickhouseEngine } from './clickhouse/engine.ts'
import type { Engine } from './engine.ts'
import { mysqlEngine } from './mysql/engine.ts'
import { postgresEngine } from './postgres/engine.ts'
import { sqliteEngine } from './sqlite/engine.ts'
import { trinoEngine } from './trino/engine.ts'

/** Every engine; adding one is a folder and a line here. */
export const engines: readonly Engine[] = [duckdbEngine, postgresEngine, mysqlEngine, sqliteEngine, clickhouseEngine, trinoEngine]

export const findEngine = (id: string): Engine | undefined => engines.find((engine) => engine.id === id)
