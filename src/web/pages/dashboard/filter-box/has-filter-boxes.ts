import type { CardChart } from '../data/record.ts'
import type { Draft } from '../state/draft.ts'

export const isFilterBox = (chart: CardChart | undefined): boolean => chart?.form_data.viz_type === 'filter_box'

/** Whether the dashboard has filter boxes, which a migration takes from it. */
export const hasFilterBoxes = ({ layout }: Draft, charts: Readonly<Record<number, CardChart>>): boolean =>
  Object.values(layout).some(({ meta }) => isFilterBox(charts[Number(meta['chartId'])]))
