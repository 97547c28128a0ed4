import type { Chart } from './chart.ts'

/** Every chart; adding one is a folder and a line here. */
export const charts: readonly Chart[] = []

export const findChart = (vizType: string): Chart | undefined => charts.find((chart) => chart.viz_type === vizType)
