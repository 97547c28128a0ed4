import type {
  AsyncSelectControl,
  ChoiceValue,
  CollectionControl,
  FilterItemControl,
  FixedOrMetricControl,
  SelectControl,
  SpatialControl,
  TimeColumnControl,
  TimeSeriesColumnControl,
  ViewportControl,
} from '../../control.ts'
import { msg } from '#core/i18n/t.ts'
import { asList, isSet } from '#core/query/read.ts'
import { readFilterItem, readTimeSeriesColumn } from './collection-items.ts'
import { choices, freeSelect } from './controls.ts'
import { readFixedOrMetric } from './fixed-or-metric.ts'
import { defaultViewport, readSpatial, readViewport } from './geo.ts'

/** Controls of maps, of tables of time series and of older charts. What imported charts say in them is kept and can be edited. */

type Named<C extends { name: string; type: string; label: string }> = Partial<Omit<C, 'name' | 'type' | 'label' | 'read'>>

export const spatial = <N extends string>(name: N, label: string, rest: Named<SpatialControl> = {}): SpatialControl<N> => ({
  name,
  type: 'spatial',
  label,
  validate: (value, _state, t) => (isSet(value) && !readSpatial(value) ? t('Invalid lat/long configuration.') : null),
  read: readSpatial,
  ...rest,
})

export const viewport = <N extends string>(name: N, label: string): ViewportControl<N> => ({
  name,
  type: 'viewport',
  label,
  description: msg('Parameters related to the view and perspective on the map'),
  default: defaultViewport,
  read: readViewport,
})

export const fixedOrMetric = <N extends string>(name: N, label: string, fixed: number): FixedOrMetricControl<N> => ({
  name,
  type: 'fixed-or-metric',
  label,
  default: { type: 'fix', value: fixed },
  read: readFixedOrMetric,
})

const isChoiceValue = (value: unknown): value is ChoiceValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

type AsyncRest = Named<AsyncSelectControl> & Pick<AsyncSelectControl, 'endpoint'>

export const asyncSelect = <N extends string>(name: N, label: string, rest: AsyncRest): AsyncSelectControl<N> => ({
  name,
  type: 'async-select',
  label,
  default: [],
  read: (value) => asList(value).filter(isChoiceValue),
  ...rest,
})

const timeSeriesColumn: TimeSeriesColumnControl = {
  name: 'item',
  type: 'time-series-column',
  label: msg('Time series columns'),
  read: readTimeSeriesColumn,
}

const filterItem: FilterItemControl = { name: 'item', type: 'filter-item', label: msg('Filters'), read: readFilterItem }

export const timeSeriesColumns = <N extends string>(name: N, label: string): CollectionControl<N> => ({
  name,
  type: 'collection',
  label,
  item: timeSeriesColumn,
  default: [],
  required: true,
  renderOnly: true,
  read: (value) => asList(value).map((item, place) => readTimeSeriesColumn(item, place)),
})

export const filterItems = <N extends string>(name: N, label: string): CollectionControl<N> => ({
  name,
  type: 'collection',
  label,
  item: filterItem,
  default: [],
  read: (value) => asList(value).map((item, place) => readFilterItem(item, place)),
})

/** The time column of charts without an x axis. */
export const timeColumn: TimeColumnControl<'granularity_sqla'> = {
  name: 'granularity_sqla',
  type: 'time-column',
  label: msg('Time Column'),
  initial: ({ dataset }) => dataset?.main_dttm_col ?? null,
}

/** The step of time of datasets without SQL, in words of their own. */
export const granularity: SelectControl<'granularity', string> = freeSelect('granularity', msg('Time Granularity'), 'one day', {
  choices: choices(
    'all',
    '5 seconds',
    '30 seconds',
    '1 minute',
    '5 minutes',
    '30 minutes',
    '1 hour',
    '6 hour',
    '1 day',
    '7 days',
    'week',
    'week starting Sunday',
    'week ending Saturday',
    'month',
    'quarter',
    'year',
  ),
})
