import { z } from 'zod'
import { columnsNamed, floatColumn, type Frame, type FrameColumn, numbersOf } from '../frame.ts'
import { needColumns, operation, TransformError } from '../operation.ts'

const letters = '0123456789bcdefghjkmnpqrstuvwxyz'
const codeLength = 12
const bitsPerLetter = 5

type Range = [low: number, high: number]

/** The cell of a geohash. Letters in turn halve longitude and latitude, beginning with longitude. @throws TransformError */
export const geohashCell = (code: string): { longitude: Range; latitude: Range } => {
  const ranges = { longitude: [-180, 180] as Range, latitude: [-90, 90] as Range }
  let east = true
  if (code === '') throw new TransformError('Invalid geohash string')
  for (const letter of code.toLowerCase()) {
    const value = letters.indexOf(letter)
    if (value < 0) throw new TransformError('Invalid geohash string')
    for (let bit = bitsPerLetter - 1; bit >= 0; bit--) {
      const range = east ? ranges.longitude : ranges.latitude
      range[(value >> bit) & 1 ? 0 : 1] = (range[0] + range[1]) / 2
      east = !east
    }
  }
  return ranges
}

/** Middle of the cell. */
const decode = (code: string): { latitude: number; longitude: number } => {
  const { latitude, longitude } = geohashCell(code)
  const middle = ([low, high]: Range) => (low + high) / 2
  return { latitude: middle(latitude), longitude: middle(longitude) }
}

const encode = (latitude: number, longitude: number): string => {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) throw new TransformError('Invalid longitude/latitude')
  const ranges: [[number, number], [number, number]] = [
    [-180, 180],
    [-90, 90],
  ]
  const points = [longitude, latitude] as const
  let code = ''
  for (let place = 0; place < codeLength; place++) {
    let value = 0
    for (let bit = 0; bit < bitsPerLetter; bit++) {
      const axis = ((place * bitsPerLetter + bit) % 2) as 0 | 1
      const range = ranges[axis]
      const middle = (range[0] + range[1]) / 2
      const high = points[axis] >= middle
      value = value * 2 + (high ? 1 : 0)
      range[high ? 0 : 1] = middle
    }
    code += letters[value]
  }
  return code
}

const names = z.object({ geohash: z.string(), longitude: z.string(), latitude: z.string() })

const textsOf = (frame: Frame, name: string): string[] => {
  const column = columnsNamed(frame, name)[0]?.data
  return Array.from({ length: frame.rowCount }, (_, row) => {
    const value = column?.values[row]
    if (typeof value !== 'string') throw new TransformError('Invalid geohash string')
    return value
  })
}

export const geohashDecode = operation('geohash_decode', names, (frame, { geohash, longitude, latitude }) => {
  needColumns(frame, [geohash])
  const points = textsOf(frame, geohash).map(decode)
  const made: FrameColumn[] = [
    { path: [latitude], data: floatColumn(Float64Array.from(points, (p) => p.latitude)) },
    { path: [longitude], data: floatColumn(Float64Array.from(points, (p) => p.longitude)) },
  ]
  return { ...frame, columns: [...frame.columns, ...made] }
})

/** The sources come again as `latitude` and `longitude`, unless the frame has columns of these names. */
export const geohashEncode = operation('geohash_encode', names, (frame, { geohash, longitude, latitude }) => {
  needColumns(frame, [latitude, longitude])
  const numbers = (name: string) => {
    const column = columnsNamed(frame, name)[0]?.data
    const values = column && numbersOf(column)
    if (!values) throw new TransformError('Invalid longitude/latitude')
    return values
  }
  const [lats, lons] = [numbers(latitude), numbers(longitude)]
  const codes = Array.from(lats, (lat, row) => encode(lat, lons[row] ?? NaN))
  const copies = (['latitude', 'longitude'] as const)
    .filter((name) => columnsNamed(frame, name).length === 0)
    .map((name): FrameColumn => ({ path: [name], data: floatColumn(name === 'latitude' ? lats : lons) }))
  return { ...frame, columns: [...frame.columns, ...copies, { path: [geohash], data: { name: '', type: 'string', values: codes } }] }
})
