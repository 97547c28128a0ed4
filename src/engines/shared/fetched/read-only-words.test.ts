import { describe, expect, test } from 'vitest'
import { refuseWriting as databricks } from '../../databricks/driver.ts'
import { refuseWriting as mssql } from '../../mssql/driver.ts'
import { refuseWriting as snowflake } from '../../snowflake/driver.ts'

const guards = { databricks, mssql, snowflake }

const reads = ['SELECT 1', '(SELECT 1)', 'WITH x AS (SELECT 1 AS a) SELECT * FROM x', '-- note\nSELECT 1', "SELECT 'insert into t'"]
const writes = ['DELETE FROM t', 'INSERT INTO t SELECT 1', 'CREATE TABLE t (a int)', '/* note */ DROP TABLE t', 'CALL p()', 'USE other']

describe.each(Object.entries(guards))('%s tells reading from writing by words', (_name, refuse) => {
  test.each(reads)('%s', (sql) => {
    expect(() => refuse(sql)).not.toThrow()
  })
  test.each(writes)('refused: %s', (sql) => {
    expect(() => refuse(sql)).toThrow('Only SELECT')
  })
})

describe('SQL Server', () => {
  test('quoted words are names and texts', () => {
    expect(() => mssql(`SELECT [insert], "drop" AS x, N'exec p' FROM t -- delete`)).not.toThrow()
  })
  test.each([
    'SELECT 1 DELETE FROM t',
    'SELECT * INTO copy FROM t',
    "SELECT 1; EXEC xp_cmdshell 'x'",
    "SELECT 1 WAITFOR DELAY '0:1'",
    'SELECT [a]]] DROP TABLE t',
  ])('refused: %s', (sql) => {
    expect(() => mssql(sql)).toThrow('Only SELECT')
  })
})

test.each([
  ['snowflake', 'WITH x AS (SELECT 1) DELETE FROM t', snowflake],
  ['snowflake', 'SHOW TABLES ->> DROP TABLE t', snowflake],
  ['databricks', 'WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x', databricks],
  ['databricks', 'FROM x INSERT INTO t SELECT *', databricks],
])('%s refuses %s', (_name, sql, refuse) => {
  expect(() => refuse(sql)).toThrow('Only SELECT')
})
