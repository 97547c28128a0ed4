import type { ControlOf } from '#charts/control.ts'
import { asRecord, isSet } from '#core/query/read.ts'
import type { ControlBehavior } from '../behaviors/behavior.ts'
import { degreesText } from './degrees.ts'

/** The columns of any kind of location. Which are needed, the control says itself. */
export const spatial: ControlBehavior<ControlOf<'spatial'>> = {
  summarize: (value) => {
    const { lonCol, latCol, lonlatCol, geohashCol } = asRecord(value)
    return [lonCol, latCol, lonlatCol, geohashCol].filter(isSet).join(', ')
  },
}

export const viewport: ControlBehavior<ControlOf<'viewport'>> = {
  summarize: (value) => {
    const { longitude, latitude } = asRecord(value)
    return isSet(longitude) && isSet(latitude) ? `${degreesText(Number(longitude))} | ${degreesText(Number(latitude))}` : ''
  },
}
