import type { Section } from '../control.ts'
import type { FormOf } from '../read-form.ts'
import * as shared from '../shared/form/controls.ts'
import { tickLayout } from '../shared/cartesian/tick-layout.ts'
import { checkbox, choices, columnsOf, drawnRows, freeSelect, isNonEmpty } from '../shared/form/controls.ts'
import { titles } from '../shared/time-series/form/title-controls.ts'

export const boxPlotControls = [
  {
    label: 'Query',
    tab: 'data',
    open: true,
    rows: [
      [columnsOf('columns', 'Distribute across', { required: true, validate: isNonEmpty })],
      [shared.timeGrainOf('columns')],
      [shared.temporalColumns],
      [shared.groupby],
      [shared.metrics],
      [shared.adhocFilters],
      [shared.pivotSeriesLimit],
      [shared.sortMetricOf('series_limit_metric')],
      [shared.rowLimit],
      [
        freeSelect('whiskerOptions', 'Whisker/outlier options', 'Tukey', {
          choices: choices('Tukey', 'Min/max (no outliers)', '2/98 percentiles', '9/91 percentiles'),
        }),
      ],
    ],
  },
  titles,
  {
    label: 'Chart options',
    tab: 'customize',
    open: true,
    rows: [
      [shared.colorScheme],
      [shared.numberFormat('number_format', 'Number format')],
      [shared.timeFormat('date_format', 'Date format')],
      [tickLayout],
      ...drawnRows(checkbox('zoomable', 'Data zoom', false)),
    ],
  },
] satisfies Section[]

export type BoxPlotForm = FormOf<typeof boxPlotControls>
