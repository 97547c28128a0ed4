import { useEffect, useEffectEvent, useRef } from 'react'
import { sqllabCheck } from '#api/sqllab.ts'
import { call } from '../../../data/call.ts'
import type { CodeFault } from '../../../ui/code/faults.ts'

/** A script is checked when nobody has typed for so long. */
const restMs = 600

/**
 * Asks the parser where a script is faulty, some time after each change of it. What cannot be checked keeps its marks. A check that is
 * under way when the script runs is called off: the engine's own fault is not to be replaced by it.
 */
export const useLiveFaults = (databaseId: number | null, onFaults: (faults: readonly CodeFault[]) => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<AbortController>(undefined)
  const tell = useEffectEvent(onFaults)
  const stop = () => {
    clearTimeout(timer.current)
    running.current?.abort()
  }
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      running.current?.abort()
    },
    [],
  )

  const checkLater = (sql: string) => {
    stop()
    if (databaseId === null) return
    const controller = new AbortController()
    running.current = controller
    timer.current = setTimeout(() => {
      call(sqllabCheck, { body: { database_id: databaseId, sql } }, controller).then(
        ({ result }) => {
          if (!controller.signal.aborted) tell(result)
        },
        () => {},
      )
    }, restMs)
  }
  return { checkLater, callOff: stop }
}
