import { readCharts, readDashboard, readDatasets, repaired, type Stored } from './stored.ts'

/** The stored version as this page shows it. */
export const readStored = async (id: number): Promise<Stored> => {
  const name = String(id)
  const [read, charts, datasets] = await Promise.all([readDashboard(name, {}), readCharts(name, {}), readDatasets(name, {})])
  return repaired({ ...read, charts, datasets })
}
