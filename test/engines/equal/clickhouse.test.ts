import { startChdb } from '../large/servers.ts'
import { loadConformanceTables } from '../tables.ts'
import { equalAnswers, uriOf } from './suite.ts'

equalAnswers('clickhouse', async (holdings) => {
  const server = await startChdb()
  await loadConformanceTables(server, undefined, holdings)
  return { uri: uriOf('clickhousedb', server), schema: 'default', stop: server.stop }
})
