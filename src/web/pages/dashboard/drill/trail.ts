import { writtenName } from '#charts/shared/text/written-name.ts'
import { drillByForm, drillControl } from '#core/query/drill/drill-by.ts'
import { markText, type MarkFilter } from '#core/query/drill/mark-filter.ts'
import type { FormData } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'

/** One step of a drill: the chart by a column, and the mark of the step before whose rows it shows. */
export type Step = { column: string; mark: readonly MarkFilter[]; form: FormData }

/** The form of the chart that a person looks at. */
export const currentForm = (start: FormData, steps: readonly Step[]): FormData => steps.at(-1)?.form ?? start

/** One step further: the same chart by another column, limited to the rows of the mark. */
export const drilled = (start: FormData, steps: readonly Step[], { column, mark }: Pick<Step, 'column' | 'mark'>): Step[] => {
  const form = currentForm(start, steps)
  return [...steps, { column, mark, form: drillByForm(form, { column, control: drillControl(form, mark), mark }) }]
}

/** `Warner Bros., 2005`: what a step is limited to. */
export const markWords = (mark: readonly MarkFilter[]): string => writtenName(mark.map(markText).join(', '), t)
