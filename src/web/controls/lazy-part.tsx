import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'

/** A component whose code comes when it is first wanted. `Part` draws nothing until `useReady` says that it is there. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  let part: ComponentType<P> | null = null
  const get = async () => {
    part ??= await load()
  }
  const useReady = (wanted: boolean): boolean => {
    const [isThere, setThere] = useState(() => part !== null)
    useEffect(() => {
      if (!wanted || isThere) return
      let left = false
      void get().then(() => !left && setThere(true))
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
  return { preload: () => void get(), useReady, Part }
}
