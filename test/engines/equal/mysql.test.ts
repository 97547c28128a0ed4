import { startMariadb } from '../servers.ts'
import { loadConformanceTables } from '../tables.ts'
import { equalAnswers, uriOf } from './suite.ts'

equalAnswers('mysql', async (holdings) => {
  const server = await startMariadb()
  await loadConformanceTables(server, undefined, holdings)
  return { uri: uriOf('mysql', server), schema: 'data', stop: server.stop }
})
