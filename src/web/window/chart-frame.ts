import type { RefObject } from 'react'

/** The name of a frame in which a dashboard lets a chart be created. Frames keep their name while they move from page to page. */
export const chartFrameName = 'chartroom-new-chart'

/** Whether this page stands in such a frame: it then has no top bar. */
export const isInChartFrame = (): boolean => window.name === chartFrameName && window.parent !== window

/** Tells the page around the frame that a chart was saved. */
export const reportSavedChart = (savedChart: number): void => {
  if (isInChartFrame()) window.parent.postMessage({ savedChart }, window.location.origin)
}

/** Calls back when a chart is saved in a frame. Returns a function that stops listening. */
export const onChartSaved = (frame: RefObject<HTMLIFrameElement | null>, run: (chartId: number) => void): (() => void) => {
  const receive = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || source === null || source !== frame.current?.contentWindow) return
    const id = typeof data === 'object' && data !== null && 'savedChart' in data ? data.savedChart : null
    if (typeof id === 'number') run(id)
  }
  window.addEventListener('message', receive)
  return () => window.removeEventListener('message', receive)
}
