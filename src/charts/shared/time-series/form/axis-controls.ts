import type { ControlState } from '../../../control.ts'
import { labelled } from '../../form/controls.ts'

export const isNumericAxis = ({ form, dataset }: ControlState) =>
  dataset?.columns.find((column) => column.column_name === form['x_axis'])?.type_generic === 0

export const seriesOrders = labelled({
  name: 'Category name',
  sum: 'Total value',
  min: 'Minimum value',
  max: 'Maximum value',
  avg: 'Average value',
})
