import type { Control, ControlOf, ControlState, ControlType } from '#charts/control.ts'
import type { Translate } from '#core/i18n/t.ts'
import { isSet } from '#core/query/read.ts'
import { annotationLayers } from '../annotation/behavior.ts'
import type { ControlBehavior } from './behavior.ts'
import { asyncSelect, select, selectMany, sortBy, timeGrain } from '../choice/behavior.ts'
import { collection, collectionItem } from '../rare/collection-behavior.ts'
import { color, colorScheme, sequentialScheme } from '../color/behavior.ts'
import { column, columnConfig, columns, timeColumn } from '../column/behavior.ts'
import { filters } from '../filter/behavior.ts'
import { conditionalFormatting, currency } from '../formatting/behavior.ts'
import { spatial, viewport } from '../rare/geo-behavior.ts'
import { bounds, checkbox, number, text } from '../input/behavior.ts'
import { fixedOrMetric, metric, metrics } from '../metric/behavior.ts'
import { timeRange } from '../time-range/behavior.ts'

const behaviors: { [Type in ControlType]: ControlBehavior<ControlOf<Type>> } = {
  metric,
  metrics,
  column,
  columns,
  filters,
  'time-range': timeRange,
  'time-column': timeColumn,
  'time-grain': timeGrain,
  select,
  'select-many': selectMany,
  checkbox,
  text,
  'number-text': text,
  'text-area': text,
  number,
  slider: number,
  bounds,
  color,
  'color-scheme': colorScheme,
  'sequential-scheme': sequentialScheme,
  'sort-by': sortBy,
  'column-config': columnConfig,
  'conditional-formatting': conditionalFormatting,
  'annotation-layers': annotationLayers,
  currency,
  'async-select': asyncSelect,
  'fixed-or-metric': fixedOrMetric,
  spatial,
  viewport,
  'time-series-column': collectionItem,
  'filter-item': collectionItem,
  collection,
  hidden: { summarize: () => '', isNeverShown: true },
}

/** A type that is not known says nothing and accepts everything. */
const unknownType = { summarize: () => '' }

const behaviorOf = <Type extends ControlType>(control: ControlOf<Type>): ControlBehavior<ControlOf<Type>> =>
  Object.hasOwn(behaviors, control.type) ? behaviors[control.type as Type] : unknownType

/** The value of a control in one line of plain text; empty where nothing is chosen. */
export const summarize = <Type extends ControlType>(control: ControlOf<Type>, state: ControlState, t: Translate): string =>
  behaviorOf(control).summarize(state.form[control.name], { control, state, t })

export const isNeverShown = (control: Control): boolean => behaviorOf(control).isNeverShown ?? false

/** Whether a control goes back to its start when it is hidden. */
export const resetsOnHide = (control: Control): boolean => !isNeverShown(control) && control.resetOnHide !== false

/** The value of a control after the form has changed around it. */
export const followed = <Type extends ControlType>(
  control: ControlOf<Type>,
  value: unknown,
  change: { before: ControlState; after: ControlState },
): unknown => {
  const { follow } = behaviorOf(control)
  return follow ? follow(value, control, change) : value
}

export type Rejection = { text: string; isStored: boolean }

/** Why a value is rejected: a required control is empty, its own rule says no, or it is none of its type. */
export const rejectionOf = <Type extends ControlType>(
  control: ControlOf<Type>,
  value: unknown,
  { state, t }: { state: ControlState; t: Translate },
): Rejection | null => {
  const { missingText, check, storesValidOnly } = behaviorOf(control)
  if (control.required && !isSet(value))
    return { text: missingText?.(control, state, t) ?? t('cannot be empty: choose a value'), isStored: true }
  const reason = control.validate?.(value, state, t) ?? check?.(value, t) ?? null
  return reason === null ? null : { text: reason, isStored: !storesValidOnly }
}
