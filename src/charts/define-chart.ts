import type { EChartsOption } from 'echarts'
import type { MarkFilter } from '#core/query/drill/mark-filter.ts'
import type { FormData, QueryObject } from '#core/query/query-object.ts'
import type { Table } from '#core/table.ts'
import { tabularMeasure } from '#core/theme/tabular-measure.ts'
import type { Chart, ClickedItem, DrawContext, QueryOptions, Selection, SentenceContext } from './chart.ts'
import type { Control, Section } from './control.ts'
import { readForm, readStatedForm } from './read-form.ts'
import type { FormOf, StatedForm } from './read-form.ts'

/** Draws a complete `<svg>` element as text. */
type DrawSvg<Form> = (tables: Table[], form: Form, context: DrawContext) => string

type Facts = Omit<Chart, 'controls' | 'buildQuery' | 'option' | 'svg' | 'sentence' | 'selection' | 'markFilters'>

/** A chart over a form that is read already. */
type Definition<Panel, Form, Stated> = Facts & {
  controls: Panel
  /** `saved` is the form under the wire's names, for the query builders of core. */
  buildQuery(form: Stated, saved: FormData, options?: QueryOptions): QueryObject[]
  option?(tables: Table[], form: Form, context: DrawContext): EChartsOption
  svg?: DrawSvg<Form>
  sentence(form: Form, context: SentenceContext): string
  selection?(params: ClickedItem, tables: Table[], form: Form, saved: FormData): Selection | null
  markFilters?(params: ClickedItem, tables: Table[], form: Form, saved: FormData): MarkFilter[]
}

/** Reads a form once: pages draw one form many times. */
const remembered = <Read>(read: (form: FormData) => Read): ((form: FormData) => Read) => {
  const known = new WeakMap<FormData, Read>()
  return (form) => {
    const found = known.get(form) ?? read(form)
    known.set(form, found)
    return found
  }
}

/** Draws a form as it is saved. */
const svgOver =
  <Form>(svg: DrawSvg<Form>, read: (saved: FormData) => Form): DrawSvg<FormData> =>
  (tables, saved, context) =>
    svg(tables, read(saved), { ...context, measure: tabularMeasure(context.measure) })

/** The still picture of a chart that a component draws in the browser. It is apart from the chart, so that pages do not load it. */
export const defineStill = <Panel extends Section[]>(controls: Panel, svg: DrawSvg<FormOf<Panel>>): DrawSvg<FormData> => {
  const read = remembered((saved) => readForm(controls, saved))
  return (tables, saved, context) => svg(tables, read(saved), context)
}

type Readers<Form, Stated> = { form: (saved: FormData) => Form; stated: (saved: FormData) => Stated }

/** A chart whose form is read in its own way: one that shares its form with a family, or is made of two. */
export const chartOver = <Form, Stated>(
  { controls, buildQuery, option, svg, sentence, selection, markFilters, ...facts }: Definition<Section[], Form, Stated>,
  readers: Readers<Form, Stated>,
): Chart => {
  const read = remembered(readers.form)
  return {
    ...facts,
    controls,
    buildQuery: (saved, options) => buildQuery(readers.stated(saved), saved, options),
    ...(option && { option: (tables, saved, context) => option(tables, read(saved), context) }),
    ...(svg && { svg: svgOver(svg, read) }),
    sentence: (saved, context) => sentence(read(saved), context),
    ...(selection && { selection: (params, tables, saved) => selection(params, tables, read(saved), saved) }),
    ...(markFilters && { markFilters: (params, tables, saved) => markFilters(params, tables, read(saved), saved) }),
  }
}

/**
 * A chart whose functions are given the form that its controls declare. `held` declares what saved forms hold that the panel does
 * not offer.
 */
export const defineChart = <Panel extends Section[], const Held extends readonly Control[] = []>({
  held,
  ...definition
}: Definition<Panel, FormOf<Panel> & FormOf<Held>, StatedForm<Panel> & StatedForm<Held>> & { held?: Held }): Chart => {
  const rest: readonly Control[] = held ?? []
  return chartOver(definition, {
    form: (saved) => ({ ...readForm(definition.controls, saved), ...(readForm(rest, saved) as FormOf<Held>) }),
    stated: (saved) => ({ ...readStatedForm(definition.controls, saved), ...(readStatedForm(rest, saved) as StatedForm<Held>) }),
  })
}
