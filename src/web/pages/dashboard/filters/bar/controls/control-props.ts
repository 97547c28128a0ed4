import type { NativeFilter } from '#core/filters/native-filter.ts'

export type ControlProps<F extends NativeFilter> = {
  filter: F
  /** Of the element that the label of the filter belongs to. */
  id: string
  /** It must have a value and has none. */
  isInvalid: boolean
}
