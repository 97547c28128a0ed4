import { duckdbEngine } from './duckdb/engine.ts'
import { bigqueryEngine } from './bigquery/engine.ts'
import { clickhouseEngine } from './clickhouse/engine.ts'
import { cockroachdbEngine } from './cockroachdb/engine.ts'
import { greenplumEngine } from './greenplum/engine.ts'
import { databricksEngine } from './databricks/engine.ts'
import { dorisEngine } from './doris/engine.ts'
import type { Engine } from './engine.ts'
import { mssqlEngine } from './mssql/engine.ts'
import { mysqlEngine } from './mysql/engine.ts'
import { postgresEngine } from './postgres/engine.ts'
import { redshiftEngine } from './redshift/engine.ts'
import { snowflakeEngine } from './snowflake/engine.ts'
import { sqliteEngine } from './sqlite/engine.ts'
import { starrocksEngine } from './starrocks/engine.ts'
import { tidbEngine } from './tidb/engine.ts'
import { timescaledbEngine } from './timescaledb/engine.ts'
import { trinoEngine } from './trino/engine.ts'

/** Every engine; adding one is a folder and a line here. */
export const engines: readonly Engine[] = [
  duckdbEngine,
  postgresEngine,
  mysqlEngine,
  sqliteEngine,
  clickhouseEngine,
  trinoEngine,
  timescaledbEngine,
  cockroachdbEngine,
  greenplumEngine,
  redshiftEngine,
  starrocksEngine,
  dorisEngine,
  tidbEngine,
  mssqlEngine,
  snowflakeEngine,
  bigqueryEngine,
  databricksEngine,
]

export const findEngine = (id: string): Engine | undefined => engines.find((engine) => engine.id === id)
