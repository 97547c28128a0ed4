import type { NativeFilter } from '#core/filters/native-filter.ts'
import type { Properties } from './record.ts'

/** The filters of filter boxes, which work without standing in the filter bar; the metadata has their scopes. */
export type BoxFilters = (metadata: Properties['metadata']) => readonly NativeFilter[]

const none: readonly NativeFilter[] = []
export const noBoxFilters: BoxFilters = () => none
