import type { FormData, QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { asList, asNumber, asRecord, isSet } from '#core/query/read.ts'
import type { Choice, Control, ControlOf, ControlType, FormatRule, Section } from './control.ts'
import type { AnnotationLayer } from '#core/query/query-object.ts'
import { readColumnStyles } from './shared/form/column-styles.ts'

/** What a chart reads under the name of a control. */
type ValueOf<C> = C extends { default?: infer Value } ? Exclude<Value, undefined> : never

/** The controls in a list of sections, of rows or of controls. */
type ControlsOf<Panel> = Panel extends readonly (infer Item)[]
  ? Item extends { rows: readonly (readonly (infer C)[])[] }
    ? C
    : Item extends readonly (infer C)[]
      ? C
      : Item
  : never

/** The controls of a panel whose name is known to the compiler, by name. */
type ByName<Panel> = { [C in Extract<ControlsOf<Panel>, Control> as string extends C['name'] ? never : C['name']]: ValueOf<C> }

/** What every form says beside its controls. `granularity_sqla` is the time column of forms older than the x axis. */
type Identity = { viz_type: string; datasource: string; granularity_sqla: string | null }

/** The form of a panel as charts read it: every control has a value of its type. */
export type FormOf<Panel> = Readonly<ByName<Panel> & Identity>

/** The form of a panel as it is saved: a query asks for what it states, and no default adds to that. */
export type StatedForm<Panel> = Readonly<Partial<ByName<Panel>> & Identity>

const isField = <T extends object>(value: unknown): value is string | T =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && !Array.isArray(value))

const fields = <T extends object>(value: unknown): (string | T)[] => asList(value).filter((field) => isField<T>(field))

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined

const name = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const record = (value: unknown): Record<string, unknown> | undefined => {
  const found = asRecord(value)
  return found === value ? found : undefined
}

const choiceOf = (choices: readonly Choice[], value: unknown): Choice | undefined =>
  choices.find((choice) => choice.value === value) ??
  choices.find((choice) => choice.value !== null && typeof value !== 'object' && String(choice.value) === String(value))

/** One of the choices; where any value may be typed, of the kind that the default is. */
const choice = (value: unknown, { choices, freeForm, formerly, default: usual }: ControlOf<'select'>): Choice['value'] | undefined => {
  const former = formerly?.[String(value)]
  if (former !== undefined) return former
  if (Array.isArray(choices) && !freeForm) return choiceOf(choices, value)?.value
  if (typeof usual === 'number') return asNumber(value)
  if (typeof usual === 'string') return text(value)
  return typeof value === 'number' || typeof value === 'boolean' ? value : text(value)
}

const color = (value: unknown) => {
  const { r, g, b, a } = asRecord(value)
  const [red, green, blue] = [asNumber(r), asNumber(g), asNumber(b)]
  return red === undefined || green === undefined || blue === undefined ? undefined : { r: red, g: green, b: blue, a: asNumber(a) ?? 1 }
}

/** The value of a form that is set, undefined where it does not fit the type. */
type Reader<Type extends ControlType> = (value: unknown, control: ControlOf<Type>) => ValueOf<ControlOf<Type>> | undefined

/** The types whose controls do not bring their reader. */
type UsualType = Exclude<Control, { read: unknown }>['type']

const metricFields = (value: unknown) => fields<Exclude<QueryMetric, string>>(value)
const columnFields = (value: unknown) => fields<Exclude<QueryColumn, string>>(value)
const objects = <T>(value: unknown): T[] => asList<T>(value).filter((one) => record(one))

/** How each type of control reads what a form of any age holds under its name. */
const readers: { [Type in UsualType]: Reader<Type> } = {
  metric: (value) => metricFields(value).find(isSet),
  metrics: metricFields,
  column: (value) => columnFields(value).find(isSet),
  columns: columnFields,
  filters: asList,
  'time-range': name,
  'time-column': name,
  'time-grain': name,
  select: choice,
  'select-many': (value) => asList(value).filter((one) => typeof one === 'string'),
  checkbox: (value) => (typeof value === 'boolean' ? value : undefined),
  text,
  'number-text': (value, { default: usual }) => (value === '' && typeof usual !== 'number' ? undefined : asNumber(value)),
  'text-area': text,
  number: asNumber,
  slider: asNumber,
  bounds: (value) => (Array.isArray(value) ? [asNumber(value[0]) ?? null, asNumber(value[1]) ?? null] : undefined),
  color,
  'color-scheme': name,
  'sequential-scheme': name,
  'sort-by': asList,
  'column-config': (value) => record(value) && readColumnStyles(value),
  'conditional-formatting': objects<FormatRule>,
  'annotation-layers': objects<AnnotationLayer>,
  currency: record,
  hidden: (value) => value,
}

const lists = ['metrics', 'columns', 'filters', 'select-many', 'sort-by', 'conditional-formatting', 'annotation-layers']

/** What stands for a value that neither the form nor a default says; null where nothing else does. */
const empties: Partial<Record<ControlType, unknown>> = {
  ...Object.fromEntries(lists.map((type) => [type, []])),
  checkbox: false,
  text: '',
  'text-area': '',
  bounds: [null, null],
  'column-config': {},
}

const readUsual = <Type extends UsualType>(type: Type, control: ControlOf<Type>, value: unknown) => readers[type](value, control)

/** Undefined where the form does not say it, or says what this type of control cannot hold. */
const statedValue = (control: Control, value: unknown): unknown => {
  if (value === undefined || value === null) return undefined
  return 'read' in control ? control.read(value) : readUsual(control.type, control, value)
}

const unstatedValue = (control: Control): unknown =>
  control.unsaid === undefined ? (control.default ?? empties[control.type] ?? null) : control.unsaid

export const controlsOf = (panel: readonly (Section | Control)[]): Control[] =>
  panel.flatMap((item) => ('rows' in item ? item.rows.flat() : [item]))

const identityOf = (form: FormData): Identity => ({
  viz_type: form.viz_type,
  datasource: form.datasource,
  granularity_sqla: name(form['granularity_sqla']) ?? null,
})

/**
 * The form as charts read it: of each control what the form says, else its default. The panel is a list of sections or of controls;
 * of two controls of one name the first counts.
 */
export const readForm = <const Panel extends readonly (Section | Control)[]>(panel: Panel, form: FormData): FormOf<Panel> => {
  const values: Record<string, unknown> = {}
  for (const control of controlsOf(panel))
    if (!(control.name in values)) values[control.name] = statedValue(control, form[control.name]) ?? unstatedValue(control)
  return { ...values, ...identityOf(form) } as FormOf<Panel>
}

/** The form without defaults, for queries. */
export const readStatedForm = <const Panel extends readonly (Section | Control)[]>(panel: Panel, form: FormData): StatedForm<Panel> => {
  const values = controlsOf(panel).map((control) => [control.name, statedValue(control, form[control.name])])
  return { ...Object.fromEntries(values), ...identityOf(form) } as StatedForm<Panel>
}
