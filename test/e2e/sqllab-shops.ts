/** Databases of each kind with a table `orders` of 5,000 rows, for journeys in SQL Lab. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { startMariadb } from '../engines/servers.ts'
import { startOrders } from './postgres.ts'

export type Shop = {
  /** Its own with each start: a journey before it may have connected one that is stopped. */
  name: string
  uri: string
  schema: string
  /** Three million rows with a column `id`. */
  many: string
  stop(): Promise<void>
}

/** A server, whose statements can be watched. */
export type ServerShop = Shop & {
  endless: string
  run(sql: string): Promise<unknown>
  /** How many of its sessions run the endless statement. */
  running(): Promise<number>
}

export const duckdbShop = async (): Promise<Shop> => {
  const folder = mkdtempSync(join(tmpdir(), 'chartroom-shop-'))
  const path = join(folder, 'shop.duckdb')
  const instance = await DuckDBInstance.create(path)
  const client = await instance.connect()
  await client.run(`CREATE TABLE orders AS SELECT TIMESTAMP '2024-01-01' + to_hours(i) AS ordered_at,
    ['north', 'south', 'west'][i % 3 + 1] AS region, (i % 90)::INT AS amount FROM range(1, 5001) r(i)`)
  client.closeSync()
  instance.closeSync()
  return {
    name: `DuckDB ${basename(folder)}`,
    uri: `duckdb:///${path}`,
    schema: 'main',
    many: "SELECT i AS id, 'row ' || i AS name FROM range(1, 3000001) r(i)",
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

export const postgresShop = async (): Promise<ServerShop> => {
  const server = await startOrders()
  await server.query(`CREATE TABLE shop_years (year int, note text, PRIMARY KEY (year)) PARTITION BY RANGE (year);
    CREATE TABLE shop_years_2025 PARTITION OF shop_years FOR VALUES FROM (2025) TO (2026);
    INSERT INTO shop_years VALUES (2025, 'a');
    COMMENT ON COLUMN shop_years.note IS 'as printed';
    CREATE SCHEMA archive; CREATE TABLE archive.orders_2019 (old_amount int)`)
  return {
    name: `Postgres shop ${server.parameters.port}`,
    uri: server.uri,
    schema: 'public',
    many: "SELECT i AS id, 'row ' || i AS name FROM generate_series(1, 3000000) i",
    endless: 'SELECT count(*) AS endless_one FROM generate_series(1, 100000000000) a',
    run: (sql) => server.query(sql),
    running: async () =>
      (
        await server.query(
          "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%endless_one%' AND pid <> pg_backend_pid()",
        )
      ).length,
    stop: server.stop,
  }
}

export const mariadbShop = async (): Promise<ServerShop> => {
  const server = await startMariadb()
  const { host, port, username, password, database } = server.parameters
  const { createConnection } = await import('mysql2/promise')
  const client = await createConnection({
    host,
    port,
    user: username,
    password: String(password),
    database: String(database),
    multipleStatements: true,
  })
  await client.query(`CREATE TABLE orders (ordered_at datetime, region varchar(20), amount int);
    INSERT INTO orders SELECT TIMESTAMPADD(HOUR, seq, '2024-01-01'), ELT(seq % 3 + 1, 'north', 'south', 'west'), seq % 90 FROM seq_1_to_5000`)
  return {
    name: `MariaDB shop ${port}`,
    uri: `mysql://${username}:${password}@${host}:${port}/${database}`,
    schema: String(database),
    many: "SELECT seq AS id, concat('row ', seq) AS name FROM seq_1_to_3000000",
    endless: 'SELECT count(*) AS endless_one FROM seq_1_to_1000000000 a, seq_1_to_1000000000 b WHERE a.seq * b.seq % 7 = 3',
    run: (sql) => client.query(sql),
    running: async () => {
      const [rows] = await client.query(
        "SELECT 1 FROM information_schema.processlist WHERE info LIKE '%endless_one%' AND id <> CONNECTION_ID()",
      )
      return (rows as unknown[]).length
    },
    stop: async () => {
      await client.end()
      await server.stop()
    },
  }
}
