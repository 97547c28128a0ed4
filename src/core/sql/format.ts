import { format, type SqlLanguage } from 'sql-formatter'
import { lexiconOf } from './lexicon.ts'
import { splitScript } from './script.ts'

const languages: Record<string, SqlLanguage> = {
  postgresql: 'postgresql',
  duckdb: 'duckdb',
  mysql: 'mysql',
  mariadb: 'mariadb',
  sqlite: 'sqlite',
  trino: 'trino',
  clickhouse: 'clickhouse',
  redshift: 'redshift',
  cockroachdb: 'postgresql',
  tidb: 'tidb',
  starrocks: 'mysql',
  doris: 'mysql',
  mssql: 'transactsql',
  tsql: 'transactsql',
  databricks: 'spark',
  bigquery: 'bigquery',
  snowflake: 'snowflake',
  hive: 'hive',
}

/** Expressions, statements and comments of templates are kept as they are. */
const templates = [String.raw`\{\{[^]*?\}\}`, String.raw`\{%[^]*?%\}`, String.raw`\{#[^]*?#\}`].map((regex) => ({ regex }))

/** A script with a clause on each line; what the formatter cannot parse stays unchanged. */
export const formatSql = (script: string, engine: string): string => {
  try {
    // KQL is case-sensitive: its statements stay unchanged.
    if (lexiconOf(engine).isKql) {
      return splitScript(script, engine)
        .map(({ text }) => text)
        .join(';\n')
    }
    return format(script, {
      language: languages[engine] ?? 'sql',
      keywordCase: 'upper',
      linesBetweenQueries: 1,
      paramTypes: { custom: templates },
    })
  } catch {
    return script
  }
}
