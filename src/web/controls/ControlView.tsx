import type { ReactNode } from 'react'
import type { ControlType } from '#charts/control.ts'
import { AnnotationLayers } from './AnnotationLayers.tsx'
import { Bounds } from './Bounds.tsx'
import { CheckboxControl } from './CheckboxControl.tsx'
import { ColorControl } from './ColorControl.tsx'
import { ColorScheme } from './ColorScheme.tsx'
import { ColumnConfig } from './ColumnConfig.tsx'
import { Column, Columns } from './Columns.tsx'
import { ConditionalFormatting } from './ConditionalFormatting.tsx'
import type { ControlProps } from './control-props.ts'
import { Currency } from './Currency.tsx'
import { Filters } from './Filters.tsx'
import { Metric, Metrics } from './Metrics.tsx'
import { NumberControl } from './NumberControl.tsx'
import { Select } from './Select.tsx'
import { SelectMany } from './SelectMany.tsx'
import { SequentialScheme } from './SequentialScheme.tsx'
import { SliderControl } from './SliderControl.tsx'
import { SortBy } from './SortBy.tsx'
import { TextAreaControl } from './TextAreaControl.tsx'
import { TextControl } from './TextControl.tsx'
import { TimeGrain } from './TimeGrain.tsx'
import { TimeRange } from './TimeRange.tsx'

const Nothing = () => null

type Editor<Type extends ControlType> = (props: ControlProps<Type>) => ReactNode

/** The editor of each type of control. */
const editors: { [Type in ControlType]: Editor<Type> } = {
  metric: Metric,
  metrics: Metrics,
  column: Column,
  columns: Columns,
  filters: Filters,
  'time-range': TimeRange,
  'time-grain': TimeGrain,
  select: Select,
  'select-many': SelectMany,
  checkbox: CheckboxControl,
  text: TextControl,
  'number-text': TextControl,
  'text-area': TextAreaControl,
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
  hidden: Nothing,
}

/** The editor of a control. */
export const ControlView = <Type extends ControlType>({ control, ...rest }: ControlProps<Type>) => {
  const Shown: Editor<Type> = editors[control.type as Type]
  return <Shown control={control} {...rest} />
}
