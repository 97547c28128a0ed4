import { isSet } from '#core/query/read.ts'
import type { Section } from '../control.ts'
import type { FormOf } from '../read-form.ts'
import * as shared from '../shared/form/controls.ts'
import { checkbox, conditionalFormatting, drawnRows, text } from '../shared/form/controls.ts'
import { headerSize, nameControls, smallSize } from '../shared/svg/figure.ts'

export const bigNumberTotalControls = [
  { label: 'Query', tab: 'data', open: true, rows: [[shared.metric], [shared.adhocFilters]] },
  {
    label: 'Chart options',
    tab: 'customize',
    open: true,
    rows: [
      ...drawnRows(headerSize),
      ...nameControls,
      ...drawnRows(text('subheader', 'Subheader', { visible: ({ form }) => isSet(form['subheader']) })),
      ...drawnRows(smallSize('subheader_font_size', 'Subheader font size', ({ form }) => isSet(form['subheader']))),
      [shared.numberFormat('y_axis_format', 'Number format')],
      [shared.currencyFormat],
      [shared.timeFormat('time_format', 'Date format')],
      ...drawnRows(
        checkbox('force_timestamp_formatting', 'Force date format', false),
        conditionalFormatting('conditional_formatting', 'Conditional formatting', { looks: ['icon'] }),
      ),
    ],
  },
] satisfies Section[]

export type BigNumberTotalForm = FormOf<typeof bigNumberTotalControls>
