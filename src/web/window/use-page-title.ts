import { useEffect } from 'react'
import { appName } from '../data/base-path.ts'

/** Names the browser's tab. */
export const usePageTitle = (title: string | undefined) => {
  useEffect(() => {
    document.title = title ? `${title} · ${appName()}` : appName()
  }, [title])
}
