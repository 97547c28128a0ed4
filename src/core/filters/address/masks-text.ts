import { encodeRison } from '../../encoding/url/rison.ts'
import type { DataMask, DataMasks } from '../data-mask.ts'

/** Proxies commonly refuse a request line of more than 8 kB. */
const maxChars = 6000

/** An absent part would be taken from the default of the filter. */
const partsOf = ({ extraFormData = {}, filterState = {}, ownState = {} }: Partial<DataMask> = {}) => ({
  extraFormData,
  filterState,
  ...(Object.keys(ownState).length > 0 && { ownState }),
})

/** What a mask asks for, regardless of how its value is shown. */
const choiceOf = ({ extraFormData = {}, filterState }: Partial<DataMask> = {}) => encodeRison([extraFormData, filterState?.value])

/** In a URL these characters of Rison are encoded, too. */
const lengthInUrl = (text: string) => encodeURIComponent(text).length + 2 * (text.match(/[!'()~]/g)?.length ?? 0)

/**
 * The masks that differ from the defaults of the dashboard, for `native_filters` (the counterpart of `masksInText`). Null if none differs,
 * or if the URL would be too long to be loaded again.
 */
export const textOfMasks = (masks: DataMasks, defaults: DataMasks): string | null => {
  const chosen = Object.entries(masks).filter(([id, mask]) => choiceOf(mask) !== choiceOf(defaults[id]))
  if (chosen.length === 0) return null
  const text = encodeRison(Object.fromEntries(chosen.map(([id, mask]) => [id, partsOf(mask)])))
  return lengthInUrl(text) > maxChars ? null : text
}
