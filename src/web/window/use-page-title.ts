import { useEffect } from 'react'
import { appName } from '../data/base-path.ts'

/** Sets the title of the browser tab. */
export const usePageTitle = (title: string | undefined) => {
  useEffect(() => {
    document.title = title ? `${title} · ${appName()}` : appName()
  }, [title])
}
