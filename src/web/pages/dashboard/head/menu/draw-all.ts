import type { Cards } from '../../state/cards.ts'

const drawTimeoutMs = 60_000

/** Draws the cards outside the viewport too, and waits until all are done. */
export const drawAll = async ({ state, ids, isRunning }: Cards, count: number): Promise<void> => {
  state.setState({ drawsAll: true })
  const isDone = () => ids().length >= count && ids().every((id) => state.getState().statuses[id] && !isRunning(id))
  const until = Date.now() + drawTimeoutMs
  while (!isDone() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 100))
  // The last card still has to be painted.
  await new Promise((resolve) => setTimeout(resolve, 500))
}
