import type { Choice, Control, ControlState, ControlType } from '#charts/control.ts'
import { takesColumns, takesMetrics } from '#charts/control.ts'
import { sequentialSchemes } from '#core/color/sequential-data.ts'
import { categoricalOffer, sequentialOffer } from '#core/color/schemes.ts'

const count = (label: string) => ({ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label, hasCustomLabel: true })

/** Values of controls that offer no choices. */
const values: Partial<Record<ControlType, unknown[]>> = {
  metric: [count('Another')],
  metrics: [[count('Another')]],
  column: ['another'],
  columns: [['another']],
  filters: [[{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'another', operator: '==', comparator: 'x' }]],
  'time-range': ['2020-01-01 : 2021-01-01'],
  'time-grain': ['P1D', 'P3M'],
  checkbox: [true, false],
  text: ['Some words'],
  'text-area': ['Some words'],
  'number-text': [3, 40],
  bounds: [
    [3, null],
    [null, 40],
  ],
  color: [{ r: 200, g: 40, b: 10, a: 1 }],
  'color-scheme': categoricalOffer('light').map(({ id }) => id),
  'sequential-scheme': sequentialOffer('light', sequentialSchemes).map(({ id }) => id),
  currency: [
    { symbol: 'EUR', symbolPosition: 'prefix' },
    { symbol: 'EUR', symbolPosition: 'suffix' },
  ],
  'annotation-layers': [[{ name: 'Line', annotationType: 'FORMULA', value: '3', show: true, style: 'solid' }]],
}

/** Values of controls whose texts and rules name things of their own. */
const valuesByName: Record<string, unknown[]> = {
  start_date_offset: ['2020-01-01'],
  time_compare: [['1 year ago']],
  echart_options: ["{ backgroundColor: '#ffeedd' }"],
  value_formatter: ['{value} km'],
  label_template: ['{name}: {value}'],
  percentage_threshold: [10, 40],
  intervals: ['2,4'],
  interval_color_indices: ['3,4'],
}

/** Values that mean the same as none, by type of chart and name of control. */
const synonyms: Record<string, Record<string, unknown>> = {
  /** Both show all rows. */
  table: { page_length: 0 },
}

export const meansNone = (vizType: string, name: string, value: unknown): boolean =>
  value !== undefined && synonyms[vizType]?.[name] === value

const offered = (control: Control, state: ControlState): Choice[] => {
  if (!('choices' in control)) return []
  return typeof control.choices === 'function' ? control.choices(state) : control.choices
}

/** What a person may choose in a control. `metrics` are those of the form, for what is said about each. */
export const valuesOf = (control: Control, state: ControlState): unknown[] => {
  const own = valuesByName[control.name]
  if (own) return own
  if (takesMetrics(control) || takesColumns(control)) return values[control.type] ?? []
  if (control.type === 'slider' || control.type === 'number') return [control.min ?? 0, control.max ?? 100]
  if (control.type === 'select-many') return offered(control, state).map(({ value }) => [value])
  const choices = offered(control, state).map(({ value }) => value)
  return choices.length > 0 ? choices : (values[control.type] ?? [])
}
