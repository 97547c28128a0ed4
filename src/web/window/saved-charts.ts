import { chartFrameName } from './chart-frame.ts'

/** Tells the page around the frame that a chart was saved. */
export const reportSavedChart = (savedChart: number): void => window.parent.postMessage({ savedChart }, window.location.origin)

type ChartFrame = { container: HTMLElement; address: string; title: string; onSaved: (chartId: number) => void }

/** Shows a page of ours in a frame, and calls back when a chart is saved there. Returns a function that removes the frame. */
export const openChartFrame = ({ container, address, title, onSaved }: ChartFrame): (() => void) => {
  const frame = document.createElement('iframe')
  Object.assign(frame, { name: chartFrameName, title, src: address })
  container.append(frame)
  const receive = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || source === null || source !== frame.contentWindow) return
    const id = typeof data === 'object' && data !== null && 'savedChart' in data ? data.savedChart : null
    if (typeof id === 'number') onSaved(id)
  }
  window.addEventListener('message', receive)
  return () => {
    window.removeEventListener('message', receive)
    frame.remove()
  }
}
