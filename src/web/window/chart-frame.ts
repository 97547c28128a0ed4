/** The name of a frame in which a dashboard lets a chart be created. Frames keep their name while they move from page to page. */
export const chartFrameName = 'chartroom-new-chart'

/** Whether this page is in such a frame: it then has no top bar. */
export const isInChartFrame = (): boolean => window.name === chartFrameName && window.parent !== window
