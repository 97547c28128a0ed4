import { ruleIcons, takesColumns, takesMetrics } from '#charts/control.ts'
import type { Choice, Control, ControlState, ControlType, FormatRule, RuleIcon, RuleLook } from '#charts/control.ts'
import type { ColumnStyle, ColumnStyles } from '#charts/shared/form/column-styles.ts'
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

const rule: FormatRule = { column: 'a', operator: '>', targetValue: 35, colorScheme: '#ACE1C4' }
const between = (operator: string, left: number, right: number) => ({
  ...rule,
  operator,
  targetValue: undefined,
  targetValueLeft: left,
  targetValueRight: right,
})

/** A rule of each operator and colour. All match a value of 40. */
const rules: FormatRule[] = [
  rule,
  { ...rule, operator: 'None', targetValue: undefined },
  { ...rule, operator: '<', targetValue: 45 },
  { ...rule, operator: '≥', targetValue: 40 },
  { ...rule, operator: '≤', targetValue: 40 },
  { ...rule, operator: '=', targetValue: 40 },
  { ...rule, operator: '≠', targetValue: 41 },
  between('< x <', 39, 41),
  between('≤ x ≤', 40, 41),
  between('≤ x <', 40, 41),
  between('< x ≤', 39, 40),
  { ...rule, colorScheme: '#FDE380' },
  { ...rule, colorScheme: '#EFA1AA' },
]

const looksOf: Record<RuleLook, FormatRule[]> = {
  gradient: [{ ...rule, useGradient: false }],
  text: [{ ...rule, toTextColor: true }],
  row: [{ ...rule, toAllRow: true }],
  icon: Object.keys(ruleIcons).map((icon) => ({ ...rule, icon: icon as RuleIcon })),
}

const styles: ColumnStyle[] = [
  { columnWidth: 300 },
  { horizontalAlign: 'left' },
  { horizontalAlign: 'center' },
  { horizontalAlign: 'right' },
  { d3NumberFormat: ',.4f' },
  { d3SmallNumberFormat: '.3e' },
  { d3TimeFormat: '%Y' },
  { fractionDigits: 3 },
  { showCellBars: false },
  { alignPositiveNegative: true },
  { colorPositiveNegative: false },
  { truncateLongCells: true },
  { currencyFormat: { symbol: 'EUR', symbolPosition: 'suffix' } },
]

/** A style on every column that a fixture has. */
const onEveryColumn = (style: ColumnStyle): ColumnStyles =>
  Object.fromEntries(
    ['Title', 'Release Date', 'Worldwide Gross', 'Gross', 'Budget', 'Distributor', 'a', 'day', 'kind'].map((name) => [name, style]),
  )

/** What a value is compared with: a rule of a look of its own with the same one without, anything else with the default. */
export const plainerValue = (control: Control, value: unknown): unknown => {
  const [first] = control.type === 'conditional-formatting' && Array.isArray(value) ? (value as FormatRule[]) : []
  const hasLook = first && ['useGradient', 'toTextColor', 'toAllRow', 'icon'].some((look) => look in first)
  return hasLook ? [rule] : control.default
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
  if (control.type === 'conditional-formatting')
    return [...rules, ...(control.looks ?? []).flatMap((look) => looksOf[look])].map((one) => [one])
  if (control.type === 'column-config')
    return control.sets === 'maximum' ? [{ a: { radarMetricMaxValue: 500 } }] : styles.map(onEveryColumn)
  if (control.type === 'select-many') return offered(control, state).map(({ value }) => [value])
  const choices = offered(control, state).map(({ value }) => value)
  return choices.length > 0 ? choices : (values[control.type] ?? [])
}
