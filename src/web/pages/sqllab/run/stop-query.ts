import { queryStop } from '#api/query.ts'
import { call } from '../../../data/call.ts'
import { CallError } from '../../../data/call-error.ts'

const againMs = 1000

/** Stops a query, also when the page is left meanwhile. Over a broken network it is asked again, `while` there is something to stop. */
export const stopQuery = async (clientId: string, { while: isWanted }: { while: () => boolean }): Promise<void> => {
  for (;;) {
    try {
      await call(queryStop, { body: { client_id: clientId } }, { keepalive: true })
      return
    } catch (error) {
      const isBroken = error instanceof CallError && error.status === 0
      if (!isBroken || !isWanted()) throw error
      await new Promise((resolve) => setTimeout(resolve, againMs))
      if (!isWanted()) return
    }
  }
}
