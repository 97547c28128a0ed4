import type { ControlOf } from '#charts/control.ts'
import { isRgba, rgba } from '#core/color/parse.ts'
import { sequentialSchemes } from '#core/color/sequential-data.ts'
import { categoricalOffer, sequentialOffer } from '#core/color/schemes.ts'
import { isSet } from '#core/query/read.ts'
import type { ControlBehavior } from '../behaviors/behavior.ts'
import { readColor } from './read-color.ts'

export const color: ControlBehavior<ControlOf<'color'>> = {
  summarize: (value) => (isSet(value) ? rgba(readColor(value)) : ''),
  check: (value, t) => {
    const { r, g, b, a } = readColor(value)
    return isRgba({ r, g, b, a }) ? null : t('Invalid color: %(color)s', { color: `rgba(${r}, ${g}, ${b}, ${a})` })
  },
}

/** Names are the same in every theme. A scheme that is not offered any more is drawn, and named, as the first. */
const schemeName = (offer: readonly { id: string; label: string }[], id: unknown): string =>
  (offer.find((scheme) => scheme.id === id) ?? offer[0])?.label ?? ''

export const colorScheme: ControlBehavior<ControlOf<'color-scheme'>> = {
  summarize: (value) => schemeName(categoricalOffer('light'), value),
}

export const sequentialScheme: ControlBehavior<ControlOf<'sequential-scheme'>> = {
  summarize: (value) => schemeName(sequentialOffer('light', sequentialSchemes), value),
}
