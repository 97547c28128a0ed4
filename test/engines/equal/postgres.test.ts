import { startPostgres } from '../servers.ts'
import { loadConformanceTables } from '../tables.ts'
import { equalAnswers, uriOf } from './suite.ts'

equalAnswers('postgres', async (holdings) => {
  const server = await startPostgres()
  await loadConformanceTables(server, undefined, holdings)
  return { uri: uriOf('postgresql', server), schema: 'public', stop: server.stop }
})
