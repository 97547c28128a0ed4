import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CatalogJob, DataJob } from '../../../src/engines/host/protocol.ts'
import { execute, startApp } from './server.ts'

/** Statements that change something, though they look as if they read: refused for every engine before the engine hears of them. */
let server: Awaited<ReturnType<typeof startApp>>
const ids: Record<string, number> = {}
const reached: string[] = []

const uris = {
  postgresql: 'postgresql://a:b@h/d',
  redshift: 'redshift+psycopg2://a:b@h:5439/d',
  cockroachdb: 'cockroachdb://a:b@h:26257/d',
  greenplum: 'greenplum://a:b@h/d',
  timescaledb: 'timescaledb://a:b@h/d',
  mysql: 'mysql://a:b@h/d',
  starrocks: 'starrocks://a:b@h:9030/d',
  doris: 'doris://a:b@h:9030/d',
  tidb: 'tidb://a:b@h:4000/d',
  duckdb: 'duckdb:////tmp/none.duckdb',
  sqlite: 'sqlite:////tmp/none.sqlite',
  clickhouse: 'clickhousedb://a:b@h:8123/d',
  trino: 'trino://a@h:8080/c/s',
  mssql: 'mssql://a:b@h:1433/d',
  snowflake: 'snowflake://a:b@h/d/s',
  bigquery: 'bigquery://project',
  databricks: 'databricks://token:b@h:443/d',
}
type EngineId = keyof typeof uris

const everywhere = [
  'delete from seen',
  'select 1; delete from seen',
  'select 1 as a -- harmless ;\n; drop table seen',
  '/* select 1 */ delete from seen',
  '-- select\nupdate seen set id = 1',
  '(select 1); truncate table seen',
  'with x as (select 1 as id) delete from seen where id in (select id from x)',
  'with x as (select 1 as id) insert into seen select id from x',
  'explain analyze delete from seen',
  'explain analyze insert into seen values (1)',
  'explain delete from seen',
  'create table copied as select * from seen',
  'select * into copied from seen',
  'select * from (delete from seen returning *) x',
  'merge into seen using other on seen.id = other.id when matched then delete',
  'grant select on seen to public',
  'alter table seen add column b int',
  'call change()',
  'begin; delete from seen; commit',
  'set some_setting = 1',
  'prepare p as delete from seen',
]

const ofPostgres = [
  'with x as (delete from seen returning *) select * from x',
  'with x as (update seen set id = 2 returning *) select 1',
  'select * from seen for update',
  'select * from seen for no key update',
  'do $$ begin delete from seen; end $$',
  "copy seen to '/tmp/x'",
  "copy (select 1) to program 'id'",
  "select lo_export(1, '/tmp/x')",
  'select lo_unlink(1)',
  "select query_to_xml('delete from seen', true, true, '')",
  "select setval('s', 1)",
  "select nextval('s')",
  "select set_config('search_path', 'x', false)",
  'select pg_terminate_backend(1)',
  'select pg_reload_conf()',
  "select dblink_exec('host=h', 'delete from seen')",
  "select pg_read_file('/etc/passwd')",
  'explain (analyze, buffers) delete from seen',
  'explain analyze create table copied as select 1',
]

const ofMysql = [
  "select * from seen into outfile '/tmp/x'",
  "select 'x' into dumpfile '/tmp/x'",
  'select id into @a from seen',
  'select * from seen for update',
  'select * from seen lock in share mode',
  '/*! delete from seen */',
  "select 1 /*!50000 into outfile '/tmp/x' */",
  "select load_file('/etc/passwd')",
  "select get_lock('a', 1)",
  'select sleep(10)',
  'analyze format=json delete from seen',
  'replace into seen values (1)',
  'handler seen open',
  'do sleep(1)',
  "load data infile '/tmp/x' into table seen",
]

const own: Record<EngineId, readonly string[]> = {
  postgresql: ofPostgres,
  redshift: [...ofPostgres, "unload ('select 1') to 's3://x' iam_role 'r'"],
  cockroachdb: [...ofPostgres, 'upsert into seen values (1)', "export into csv 's3://x' from table seen"],
  greenplum: ofPostgres,
  timescaledb: ofPostgres,
  mysql: ofMysql,
  starrocks: ofMysql,
  doris: ofMysql,
  tidb: ofMysql,
  duckdb: [
    "copy (select 1) to '/tmp/x'",
    "copy seen from '/tmp/x'",
    'pragma enable_logging',
    "attach '/tmp/x' as y",
    'install httpfs',
    'load httpfs',
    "export database '/tmp/x'",
    "select * from read_csv('/etc/passwd')",
    "from read_text('/etc/passwd')",
    "select * from '/etc/passwd'",
    "select * from query('delete from seen')",
    'select * from enable_logging(1)',
    'checkpoint',
    'explain analyze update seen set id = 1',
  ],
  sqlite: [
    'pragma writable_schema = 1',
    'pragma journal_mode = delete',
    "attach '/tmp/x' as y",
    "vacuum into '/tmp/x'",
    'replace into seen values (1)',
    "select load_extension('x')",
    "select writefile('/tmp/x', 'y')",
    "select readfile('/etc/passwd')",
    'reindex',
  ],
  clickhouse: [
    "select 1 into outfile '/tmp/x'",
    'alter table seen delete where 1',
    'optimize table seen',
    'system shutdown',
    "kill query where query_id = 'x'",
    'rename table seen to other',
    'exchange tables seen and other',
    'detach table seen',
    "select * from url('http://h/x', CSV)",
    "select * from file('/etc/passwd', CSV)",
    "select * from remote('h', d.t)",
    "select * from mysql('h:3306', 'd', 't', 'u', 'p')",
    "select * from executable('x.sh', CSV, 'a int')",
    'insert into function file(x) select 1',
  ],
  trino: [
    "select * from table(system.query(query => 'delete from seen'))",
    "select * from table(postgresql.system.query(query => 'delete from seen returning id'))",
    "call system.runtime.kill_query('x')",
    "execute immediate 'delete from seen'",
    'refresh materialized view v',
    "comment on table seen is 'x'",
    'use c.s',
    'set session x = 1',
  ],
  mssql: [
    'with x as (select * from seen) delete from x',
    "exec xp_cmdshell 'dir'",
    "execute ('delete from seen')",
    "select * from openrowset('SQLNCLI', 's', 'delete from seen')",
    "select * from openquery(linked, 'delete from seen')",
    "bulk insert seen from 'c:\\x'",
    'select next value for s',
    "waitfor delay '00:00:10'",
    'dbcc shrinkdatabase (d)',
    'delete from seen output deleted.* where 1 = 1',
  ],
  snowflake: [
    'copy into seen from @stage',
    'copy into @stage from seen',
    'put file:///tmp/x @stage',
    "select system$cancel_query('x')",
    "execute immediate 'delete from seen'",
    'undrop table seen',
    'with p as procedure () returns int language sql as $$ begin delete from seen; return 1; end $$ call p()',
    'select * from seen; use role accountadmin',
  ],
  bigquery: [
    "export data options (uri = 'gs://x') as select 1",
    "select * from external_query('c', 'delete from seen')",
    "execute immediate 'delete from seen'",
    "load data into seen from files (format = 'CSV')",
    'declare x int64; delete from seen where true',
    'begin transaction',
  ],
  databricks: [
    "copy into seen from '/x'",
    'optimize seen',
    'vacuum seen',
    'cache table seen',
    'insert overwrite seen select 1',
    "insert overwrite directory '/x' select 1",
    'from seen insert into other select *',
    "add jar '/x'",
    "select java_method('java.lang.Runtime', 'getRuntime')",
    "select reflect('java.lang.System', 'exit', 1)",
    'msck repair table seen',
  ],
}

beforeAll(async () => {
  server = await startApp()
  const { ctx } = server
  const first = await ctx.db.selectFrom('databases').selectAll().executeTakeFirstOrThrow()
  for (const [name, sqlalchemy_uri] of Object.entries(uris)) {
    const { id: _id, ...row } = first
    const made = await ctx.db
      .insertInto('databases')
      .values({ ...row, uuid: crypto.randomUUID(), database_name: name, sqlalchemy_uri, engine: name, is_house: 0, allow_dml: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[name] = made.id
  }
  const run = async (job: DataJob | CatalogJob) => {
    if (job.kind === 'data') reached.push(job.sql)
    throw new Error('there is no server')
  }
  Object.assign(ctx.host, { run })
})
afterAll(() => server?.stop())

describe.each(Object.keys(uris) as EngineId[])('%s', (engine) => {
  test.each([...everywhere, ...own[engine]])('%s', async (sql) => {
    reached.length = 0
    const { status, body } = await execute(server.admin, { database_id: ids[engine], sql })
    expect([reached, status < 500, JSON.stringify(body)]).toEqual([[], true, expect.stringContaining('"message"')])
  })

  test('a query is not refused', async () => {
    reached.length = 0
    await execute(server.admin, { database_id: ids[engine], sql: 'select id from seen where id > 1' })
    expect(reached).toHaveLength(1)
  })
})
