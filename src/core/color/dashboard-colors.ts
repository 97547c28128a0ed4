import { withOwnKeys } from '../encoding/own-keys.ts'
import { asList, asRecord, asText } from '../query/read.ts'
import { cleanLabel } from './assign.ts'
import { isOwnScheme, readLabelColors } from './label-colors.ts'
import type { ColorRule, LabelColor, LabelColors } from './label-colors.ts'
import { isColor } from './parse.ts'
import { categoricalColors, isKnownCategorical } from './schemes.ts'

/*
 * What a dashboard says about colours beyond those of its labels. The web loads this module for dashboards that say any of it.
 */

type Metadata = Readonly<Record<string, unknown>>

/** `color_scheme_domain`: the colours that the scheme of the dashboard had when it was saved. */
const savedScheme = (metadata: Metadata): string[] => asList<unknown>(metadata['color_scheme_domain']).filter(isColor)

const namesUnknown = ({ color_scheme: name }: Metadata): boolean => !isOwnScheme(name) && !isKnownCategorical(name)

/** A scheme that does not exist here has the colours that it was saved with. */
const readColorRule = (metadata: Metadata, isAnalogousByDefault: boolean): ColorRule => {
  const saved = namesUnknown(metadata) ? savedScheme(metadata) : []
  return { scheme: saved.length > 0 ? saved : null, isAnalogous: (metadata['analogous_colors'] ?? isAnalogousByDefault) === true }
}

/** Whether the scheme of a dashboard has other colours now than when it was saved. */
const hasOldColors = (metadata: Metadata): boolean => {
  const name = metadata['color_scheme']
  const saved = savedScheme(metadata)
  if (isOwnScheme(name) || !isKnownCategorical(name) || saved.length === 0) return false
  const write = (colors: readonly string[]) => colors.join(' ').toLowerCase()
  return write(saved) !== write(categoricalColors(name, 'light'))
}

export type DashboardColors = { labelColors: LabelColors; colorRule: ColorRule }

/** The colours of a dashboard's metadata, or of the flag `USE_ANALAGOUS_COLORS` where it says nothing. Labels that were drawn in colours that the scheme no longer has are given new ones. */
export const readDashboardColors = (metadata: Metadata, isAnalogousByDefault = false): DashboardColors => ({
  labelColors: readLabelColors(
    hasOldColors(metadata) ? { color_scheme: metadata['color_scheme'], label_colors: metadata['label_colors'] } : metadata,
  ),
  colorRule: readColorRule(metadata, isAnalogousByDefault),
})

/** What a save writes as `color_scheme_domain`. */
export const schemeDomain = (metadata: Metadata): string[] => {
  if (!asText(metadata['color_scheme'])) return []
  return namesUnknown(metadata) ? savedScheme(metadata) : categoricalColors(metadata['color_scheme'], 'light')
}

/** At most this many label colours are saved. */
const maxLabels = 1000

/** What a save writes as `map_label_colors`, so that labels keep the colours that they have now. */
export const drawnColors = (colors: LabelColors): Record<string, LabelColor> =>
  Object.fromEntries(Object.entries(colors).slice(0, maxLabels))

/** The metadata with one more colour that its author chose; null takes it back, and the label gets one of the scheme again. */
export const withLabelColor = (metadata: Metadata, label: string, color: LabelColor | null): Metadata => {
  const without = (key: string) =>
    withOwnKeys(Object.fromEntries(Object.entries(asRecord(metadata[key])).filter(([other]) => cleanLabel(other) !== label)))
  const maps = ['label_colors', 'shared_label_colors', 'map_label_colors'].filter((key) => key in metadata && !Array.isArray(metadata[key]))
  return {
    ...metadata,
    ...Object.fromEntries(maps.map((key) => [key, without(key)])),
    ...(color !== null && { label_colors: Object.fromEntries([...Object.entries(without('label_colors')), [label, color]]) }),
  }
}
