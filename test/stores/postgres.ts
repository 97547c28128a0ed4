import { startPostgres } from '../engines/servers.ts'

/** One server for the whole run; every test context makes a database of its own in it. */
export const setup = async (): Promise<() => Promise<void>> => {
  const server = await startPostgres()
  const { host, port } = server.parameters
  process.env['CHARTROOM_TEST_POSTGRES'] = `postgresql://postgres:secret@${host}:${port}`
  return () => server.stop()
}
