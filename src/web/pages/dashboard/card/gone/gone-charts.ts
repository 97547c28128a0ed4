import { CallError } from '../../../../data/call-error.ts'
import type { CardChart } from '../../data/record.ts'

/** What the server says of a chart: its record where the dashboard lists it, null where it is gone for this viewer. */
export type Found = CardChart | 'elsewhere' | null

type Sources = {
  /** The stored charts of the dashboard. */
  list: () => Promise<readonly CardChart[]>
  /** Asks for the chart by itself. */
  ask: (id: number) => Promise<unknown>
}

const isRefused = (error: unknown): boolean => error instanceof CallError && (error.status === 404 || error.status === 403)

/**
 * Looks for a chart that a page shows. It can exist without being listed: added here and not yet saved, or removed by somebody else.
 * @throws where the server does not say, as it cannot be reached
 */
export const findChart = async (id: number, { list, ask }: Sources): Promise<Found> => {
  const listed = (await list()).find((chart) => chart.id === id)
  if (listed) return listed
  try {
    await ask(id)
    return 'elsewhere'
  } catch (error) {
    if (isRefused(error)) return null
    throw error
  }
}

type Charts = Readonly<Record<number, CardChart>>

/** The charts of a page without one of them. */
export const withoutChart = (charts: Charts, id: number): Charts => {
  if (!(id in charts)) return charts
  const { [id]: _gone, ...rest } = charts
  return rest
}
