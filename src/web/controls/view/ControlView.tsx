import type { ComponentType } from 'react'
import type { ControlType } from '#charts/control.ts'
import { Bounds } from '../input/Bounds.tsx'
import { CheckboxControl } from '../input/CheckboxControl.tsx'
import { ColorControl } from '../color/ColorControl.tsx'
import { ColorScheme } from '../color/ColorScheme.tsx'
import { Column, Columns } from '../column/Columns.tsx'
import type { ControlProps } from '../control-props.ts'
import { Currency } from '../formatting/Currency.tsx'
import {
  AnnotationLayers,
  AsyncSelect,
  CodeArea,
  Collection,
  ColumnConfig,
  ConditionalFormatting,
  FixedOrMetric,
  Spatial,
  TimeColumn,
  Viewport,
} from './panel-editors.ts'
import { Filters } from '../filter/Filters.tsx'
import { Metric, Metrics } from '../metric/Metrics.tsx'
import { NumberControl } from '../input/NumberControl.tsx'
import { Select } from '../choice/Select.tsx'
import { SelectMany } from '../choice/SelectMany.tsx'
import { SequentialScheme } from '../color/SequentialScheme.tsx'
import { SliderControl } from '../input/SliderControl.tsx'
import { SortBy } from '../choice/SortBy.tsx'
import { TextControl } from '../input/TextControl.tsx'
import { TimeGrain } from '../choice/TimeGrain.tsx'
import { TimeRange } from '../time-range/TimeRange.tsx'

const Nothing = () => null

type Editor<Type extends ControlType> = ComponentType<ControlProps<Type>>

/** The editor of each type of control. */
const editors: { [Type in ControlType]: Editor<Type> } = {
  metric: Metric,
  metrics: Metrics,
  column: Column,
  columns: Columns,
  filters: Filters,
  'time-range': TimeRange,
  'time-column': TimeColumn,
  'time-grain': TimeGrain,
  select: Select,
  'select-many': SelectMany,
  checkbox: CheckboxControl,
  text: TextControl,
  'number-text': TextControl,
  'text-area': CodeArea,
  number: NumberControl,
  slider: SliderControl,
  bounds: Bounds,
  color: ColorControl,
  'color-scheme': ColorScheme,
  'sequential-scheme': SequentialScheme,
  'sort-by': SortBy,
  'column-config': ColumnConfig,
  'conditional-formatting': ConditionalFormatting,
  'annotation-layers': AnnotationLayers,
  currency: Currency,
  'async-select': AsyncSelect,
  'fixed-or-metric': FixedOrMetric,
  spatial: Spatial,
  viewport: Viewport,
  /** Items of a collection are edited in it. */
  'time-series-column': Nothing,
  'filter-item': Nothing,
  collection: Collection,
  hidden: Nothing,
}

const isKnown = (type: string): type is ControlType => Object.hasOwn(editors, type)

/** The editor of a control; nothing for a type that is not known. */
export const ControlView = <Type extends ControlType>({ control, ...rest }: ControlProps<Type>) => {
  if (!isKnown(control.type)) {
    reportError(new Error(`Unknown control type: ${String(control.type)}`))
    return null
  }
  const Shown: Editor<Type> = editors[control.type as Type]
  return <Shown control={control} {...rest} />
}
