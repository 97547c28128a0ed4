import { loadCode, reportLoadFault } from '../../lazy/load-fault.ts'

const loadDownloads = () => loadCode(() => import('./download.ts'))

/** Downloads with code that is loaded for the first download; one that does not come says so. */
export const withDownloads = (download: (downloads: Awaited<ReturnType<typeof loadDownloads>>) => Promise<void>): void => {
  loadDownloads().then(download, reportLoadFault)
}
