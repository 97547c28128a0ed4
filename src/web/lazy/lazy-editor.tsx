import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { loadCode, sayLoadFault } from './load-fault.ts'

/** An editor whose code comes before it opens: `Part` draws nothing until `useReady` says that it is there. Opening it again tries again. */
export const lazyEditor = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  let part: ComponentType<P> | null = null
  const get = async () => {
    part ??= await loadCode(load)
  }
  const useReady = (wanted: boolean): boolean => {
    const [isThere, setThere] = useState(() => part !== null)
    useEffect(() => {
      if (!wanted || isThere) return
      let left = false
      get().then(
        () => !left && setThere(true),
        (fault: unknown) => !left && sayLoadFault(fault),
      )
      return () => {
        left = true
      }
    }, [wanted, isThere])
    return wanted && isThere
  }
  const Part = (props: P) => {
    const Loaded = part
    return Loaded ? <Loaded {...props} /> : null
  }
  return { preload: () => void get().catch(() => undefined), useReady, Part }
}
