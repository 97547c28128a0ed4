import { join } from 'node:path'
import { loadConformanceTables } from '../tables.ts'
import { equalAnswers } from './suite.ts'

equalAnswers('sqlite', async (holdings, folder) => {
  const database = join(folder, 'data.sqlite')
  await loadConformanceTables({ engine: 'sqlite', parameters: { database } }, undefined, holdings)
  return { uri: `sqlite:///${database}`, schema: 'main', stop: async () => {} }
})
