import type { Control } from '../../../control.ts'
import { choices, drawnRows, freeSelect, select, text } from '../../form/controls.ts'

const margins = choices(0, 15, 30, 50, 75, 100, 125, 150, 200)

type Visible = Control['visible']

export const titleMargin = <N extends string>(name: N, label: string, visible?: Visible) =>
  freeSelect(name, label, 0, { choices: margins, ...(visible && { visible }) })

export const titlePosition = (visible?: Visible) =>
  select('y_axis_title_position', 'Y-axis title position', 'Left', { choices: choices('Left', 'Top'), ...(visible && { visible }) })

/** Titles of both axes. */
export const titles = {
  label: 'Chart title',
  tab: 'customize' as const,
  rows: drawnRows(
    text('x_axis_title', 'X-axis title', { default: '' }),
    titleMargin('x_axis_title_margin', 'X-axis title bottom margin'),
    text('y_axis_title', 'Y-axis title', { default: '' }),
    titleMargin('y_axis_title_margin', 'Y-axis title margin'),
    titlePosition(),
  ),
}
