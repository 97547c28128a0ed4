import { msg } from '#core/i18n/t.ts'
import { asNumber, asRecord } from '#core/query/read.ts'

export const spatialKinds = ['latlong', 'delimited', 'geohash'] as const
export type SpatialKind = (typeof spatialKinds)[number]

/** Where the rows of a chart lie: two columns, one column with both numbers, or a column of geohashes. */
export type Spatial =
  | { type: 'latlong'; latCol: string; lonCol: string }
  | { type: 'delimited'; lonlatCol: string; delimiter: string; reverseCheckbox: boolean }
  | { type: 'geohash'; geohashCol: string; reverseCheckbox: boolean }

/** Every field of every kind, as a form of any age holds them. */
export type SpatialDraft = {
  type: SpatialKind
  latCol: string
  lonCol: string
  lonlatCol: string
  delimiter: string
  reverseCheckbox: boolean
  geohashCol: string
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const readSpatialDraft = (value: unknown): SpatialDraft => {
  const held = asRecord(value)
  return {
    type: spatialKinds.find((kind) => kind === held['type']) ?? 'latlong',
    latCol: text(held['latCol']),
    lonCol: text(held['lonCol']),
    lonlatCol: text(held['lonlatCol']),
    delimiter: typeof held['delimiter'] === 'string' ? held['delimiter'] : ',',
    reverseCheckbox: held['reverseCheckbox'] === true,
    geohashCol: text(held['geohashCol']),
  }
}

/** Only the fields of its kind; null while one of them is missing. */
export const toSpatial = (draft: SpatialDraft): Spatial | null => {
  const { type, latCol, lonCol, lonlatCol, delimiter, reverseCheckbox, geohashCol } = draft
  if (type === 'latlong') return latCol && lonCol ? { type, latCol, lonCol } : null
  if (type === 'delimited') return lonlatCol && delimiter ? { type, lonlatCol, delimiter, reverseCheckbox } : null
  return geohashCol ? { type, geohashCol, reverseCheckbox } : null
}

export const readSpatial = (value: unknown): Spatial | undefined => toSpatial(readSpatialDraft(value)) ?? undefined

/** A view of a map: its centre in degrees, and the angle of the camera. */
export type Viewport = { longitude: number; latitude: number; zoom: number; bearing: number; pitch: number }

export const defaultViewport: Viewport = { longitude: 6.85236157047845, latitude: 31.222656842808707, zoom: 1, bearing: 0, pitch: 0 }

export const viewportParts = [
  { name: 'longitude', label: msg('Longitude'), min: -180, max: 180 },
  { name: 'latitude', label: msg('Latitude'), min: -90, max: 90 },
  { name: 'zoom', label: msg('Zoom'), min: 0, max: 24 },
  { name: 'bearing', label: msg('Bearing'), min: -360, max: 360 },
  { name: 'pitch', label: msg('Pitch'), min: 0, max: 85 },
] as const satisfies { name: keyof Viewport; label: string; min: number; max: number }[]

export const readViewport = (value: unknown): Viewport => {
  const held = asRecord(value)
  const part = (name: keyof Viewport) => asNumber(held[name]) ?? defaultViewport[name]
  return { longitude: part('longitude'), latitude: part('latitude'), zoom: part('zoom'), bearing: part('bearing'), pitch: part('pitch') }
}
