/** Postgres with the flights table. */
import { Client } from 'pg'
import { startPostgres } from '../test/engines/servers.ts'
import { flightsCsv } from './flights.ts'

export type FlightsServer = {
  uri: string
  parameters: Awaited<ReturnType<typeof startPostgres>>['parameters']
  /** A plain connection of the driver. */
  client: Client
  stop(): Promise<void>
}

export const startFlightsServer = async (): Promise<FlightsServer> => {
  const server = await startPostgres()
  const { username, host, port, password, database } = server.parameters
  const client = new Client({ user: username, host, port, password, database })
  await client.connect()
  await client.query('CREATE TABLE flights (date TIMESTAMP, delay BIGINT, distance BIGINT, origin TEXT, destination TEXT)')
  await client.query(`COPY flights FROM '${await flightsCsv()}' (FORMAT csv)`)
  await client.query('VACUUM ANALYZE flights')
  return {
    uri: `postgresql://${username}:${password}@${host}:${port}/${database}`,
    parameters: server.parameters,
    client,
    stop: async () => {
      await client.end()
      await server.stop()
    },
  }
}
