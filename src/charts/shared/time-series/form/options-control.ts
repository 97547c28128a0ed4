import type { FormData } from '#core/query/query-object.ts'
import { isOwnSequential } from '#core/color/schemes.ts'
import { asList } from '#core/query/read.ts'
import type { TextAreaControl } from '../../../control.ts'

const none = '{}'

export const optionsControl: TextAreaControl<'echart_options'> = {
  name: 'echart_options',
  type: 'text-area',
  language: 'javascript',
  label: 'ECharts options (JS object literals)',
  default: none,
  renderOnly: true,
}

/** Whether a form needs `writtenReaders`. */
export const hasWritten = (form: FormData): boolean =>
  ![none, '', undefined, null].includes(form['echart_options'] as string) ||
  asList(form['annotation_layers']).length > 0 ||
  !isOwnSequential(form['linear_color_scheme'])
