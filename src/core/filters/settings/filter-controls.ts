import type { NativeFilter } from '../native-filter.ts'

/** Which end of a range a person sets; null for both. */
export type SingleValue = 'minimum' | 'exact' | 'maximum'

const singleValues: readonly SingleValue[] = ['minimum', 'exact', 'maximum']

export type FilterControls = {
  /** The filter must have a value. */
  enableEmptyFilter: boolean
  defaultToFirstItem: boolean
  multiSelect: boolean
  /** Values are searched at the server. */
  searchAllOptions: boolean
  /** The chosen values are left out. */
  inverseSelection: boolean
  sortAscending: boolean
  /** Values that the data does not have may be typed. */
  creatable: boolean
  /** Of `enableSingleValue`. */
  singleValue: SingleValue | null
}

/** The controls of a filter, each with its default where nothing was saved. */
export const controlsOf = ({ controlValues }: Pick<NativeFilter, 'controlValues'>): FilterControls => {
  const isOn = (name: string, byDefault: boolean) => {
    const value = controlValues[name]
    return typeof value === 'boolean' ? value : byDefault
  }
  const single = controlValues['enableSingleValue']
  return {
    enableEmptyFilter: isOn('enableEmptyFilter', false),
    defaultToFirstItem: isOn('defaultToFirstItem', false),
    multiSelect: isOn('multiSelect', true),
    searchAllOptions: isOn('searchAllOptions', false),
    inverseSelection: isOn('inverseSelection', false),
    sortAscending: isOn('sortAscending', true),
    creatable: isOn('creatable', true),
    singleValue: typeof single === 'number' ? (singleValues[single] ?? null) : null,
  }
}
