import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { t } from '#core/i18n/t.ts'
import { say } from '../ui/toast.ts'

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
      get().then(
        () => !left && setThere(true),
        () => !left && say(t('This part of the page could not be loaded. Try again when the server can be reached.'), { kind: 'bad' }),
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
