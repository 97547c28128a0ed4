import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { loadCode, reportLoadFault } from './load-fault.ts'

/** An editor whose code is loaded before it opens: `Part` renders nothing until `useReady` returns true. Opening it again retries. */
export const lazyEditor = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  let LoadedPart: ComponentType<P> | null = null
  const loadOnce = async () => {
    LoadedPart ??= await loadCode(load)
  }
  const useReady = (isWanted: boolean): boolean => {
    const [isLoaded, setLoaded] = useState(() => LoadedPart !== null)
    useEffect(() => {
      if (!isWanted || isLoaded) return
      let isCancelled = false
      loadOnce().then(
        () => !isCancelled && setLoaded(true),
        (fault: unknown) => !isCancelled && reportLoadFault(fault),
      )
      return () => {
        isCancelled = true
      }
    }, [isWanted, isLoaded])
    return isWanted && isLoaded
  }
  const Part = (props: P) => {
    const Loaded = LoadedPart
    return Loaded ? <Loaded {...props} /> : null
  }
  return { load: loadOnce, preload: () => void loadOnce().catch(() => undefined), useReady, Part }
}
