import type { ComponentType } from 'react'
import type { ControlType } from '#charts/chart.ts'
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

const views: Record<ControlType, ComponentType<ControlProps>> = {
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

const warned = new Set<string>()

/** The input of a control; a kind that is not known draws nothing and is told once. */
export const ControlView = (props: ControlProps) => {
  const View = views[props.control.type]
  if (!View) {
    if (!warned.has(props.control.type)) {
      warned.add(props.control.type)
      reportError(new Error(`Unknown control type: ${props.control.type}`))
    }
    return null
  }
  return <View {...props} />
}
