import { useEffect, useRef, type Dispatch, type SetStateAction } from 'react'
import { finalizeRemoval, type ConfigState } from './draft/config-state.ts'

/** For so long a removal can be undone in the list. */
const undoMs = 5000

/** Finishes removals that nobody took back. */
export const useRemovals = (removed: ConfigState['removed'], setState: Dispatch<SetStateAction<ConfigState>>) => {
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    for (const [id, timer] of running) {
      if (removed[id] === 'pending') continue
      clearTimeout(timer)
      running.delete(id)
    }
    for (const [id, stage] of Object.entries(removed)) {
      if (stage === 'pending' && !running.has(id))
        running.set(
          id,
          setTimeout(() => setState((now) => finalizeRemoval(now, id)), undoMs),
        )
    }
  }, [removed, setState])
  useEffect(() => {
    const running = timers.current
    return () => {
      running.forEach((timer) => clearTimeout(timer))
      running.clear()
    }
  }, [])
}
