import type { ControlOf } from '#charts/control.ts'
import { readSpatialDraft, readViewport, toSpatial } from '#charts/shared/form/geo.ts'
import { isSet } from '#core/query/read.ts'
import type { ControlBehavior } from '../behaviors/behavior.ts'
import { degreesText } from './degrees.ts'

export const spatial: ControlBehavior<ControlOf<'spatial'>> = {
  summarize: (value) => {
    const { type, latCol, lonCol, lonlatCol, geohashCol } = readSpatialDraft(value)
    if (type === 'latlong') return [lonCol, latCol].filter((name) => name !== '').join(', ')
    return type === 'delimited' ? lonlatCol : geohashCol
  },
  check: (value, t) => (!isSet(value) || toSpatial(readSpatialDraft(value)) ? null : t('Invalid lat/long configuration.')),
}

export const viewport: ControlBehavior<ControlOf<'viewport'>> = {
  summarize: (value) => {
    if (!isSet(value)) return ''
    const { longitude, latitude } = readViewport(value)
    return `${degreesText(longitude)} | ${degreesText(latitude)}`
  },
}
