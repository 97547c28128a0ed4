import { z } from 'zod'
import { columnsNamed, floatColumn, type FrameColumn } from '../frame.ts'
import { needColumns, operation, TransformError } from '../operation.ts'

/** The longest valid point; the pattern backtracks too much on longer texts. */
const maxPointLength = 256

const number = String.raw`\d+(?:\.\d+)?`
const angle = (name: string, sides: string) =>
  `(?<${name}Front>[${sides}])?[ ]*(?<${name}>[+-]?${number})` +
  String.raw`(?:[°D*\s][ ]*(?:(?<${name}Minutes>${number})[′'m][ ]*)?(?:(?<${name}Seconds>${number})[″"s][ ]*)?)?(?<${name}Back>[${sides}])?`
const separator = String.raw`\s*[,;/\s]\s*`

/** `41.5, -81.0`, `23 26m 22s N 23 27m 30s E`, `40.7N 74.0W 10ft`; text before the point is passed over. */
const pointPattern = new RegExp(
  `^[^]*?${angle('latitude', 'NS')}${separator}${angle('longitude', 'EW')}(?:${separator}(?<altitude>[+-]?${number})[ ]*(?<unit>km|m|mi|ft|nm|nmi))?${String.raw`\s*$`}`,
  'u',
)

const kilometres: Record<string, number> = { km: 1, m: 0.001, mi: 1.609_344, ft: 0.000_304_8, nm: 1.852, nmi: 1.852 }

type Groups = Record<string, string | undefined>

const degrees = (groups: Groups, name: string, negative: string): number => {
  const [front, back] = [groups[`${name}Front`], groups[`${name}Back`]]
  const written = groups[name] ?? ''
  const part = (key: string, scale: number) => Number(groups[`${name}${key}`] ?? 0) / scale
  const size = Math.abs(Number(written)) + part('Minutes', 60) + part('Seconds', 3600)
  const side = front ?? back
  if (written.startsWith('-') && side === negative) throw new TransformError('Invalid geodetic string')
  return written.startsWith('-') || side === negative ? -size : size
}

/** Longitudes wrap around: 200 is −160. */
const roundGlobe = (longitude: number): number => {
  const rest = longitude % 360
  return rest < -180 ? rest + 360 : rest >= 180 ? rest - 360 : rest
}

const point = (text: unknown): { latitude: number; longitude: number; altitude: number } => {
  const groups = typeof text === 'string' && text.length <= maxPointLength ? pointPattern.exec(text)?.groups : undefined
  if (!groups) throw new TransformError('Invalid geodetic string')
  const latitude = degrees(groups, 'latitude', 'S')
  if (Math.abs(latitude) > 90) throw new TransformError('Invalid geodetic string')
  const longitude = roundGlobe(degrees(groups, 'longitude', 'W'))
  return {
    latitude,
    longitude,
    altitude: groups.altitude === undefined ? 0 : Number(groups.altitude) * (kilometres[groups.unit ?? ''] ?? 1),
  }
}

const options = z.object({ geodetic: z.string(), longitude: z.string(), latitude: z.string(), altitude: z.string().nullish() })

/** Altitudes are kilometres. */
export const geodeticParse = operation('geodetic_parse', options, (frame, { geodetic, longitude, latitude, altitude }) => {
  needColumns(frame, [geodetic])
  const column = columnsNamed(frame, geodetic)[0]?.data
  const points = Array.from({ length: frame.rowCount }, (_, row) => point(column?.values[row]))
  const made = (name: string, of: (p: (typeof points)[number]) => number): FrameColumn => ({
    path: [name],
    data: floatColumn(Float64Array.from(points, of)),
  })
  const columns = [made(latitude, (p) => p.latitude), made(longitude, (p) => p.longitude), made(altitude || 'altitude', (p) => p.altitude)]
  return { ...frame, columns: [...frame.columns, ...columns] }
})
