import type { NativeFilter } from '#core/filters/native-filter.ts'
import type { Offer } from '#core/filters/values/filter-value.ts'

export type ControlProps<F extends NativeFilter> = {
  filter: F
  /** Of the element that the label of the filter belongs to. */
  id: string
  /** It must have a value and has none. */
  isInvalid: boolean
  /** As it was chosen, applied or not. */
  value: unknown
  onChoose: (value: unknown, offer?: Offer) => void
}
