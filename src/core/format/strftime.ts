import { DAY, partsOf, wallOf, weekdayOf } from '../time/civil.ts'

const months = 'January February March April May June July August September October November December'.split(' ')
const days = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')
const pad = (value: number, width = 2) => String(value).padStart(width, '0')

type Parts = ReturnType<typeof partsOf> & { weekday: number; dayOfYear: number }

const strftimeLetters: Record<string, (p: Parts) => string> = {
  Y: (p) => pad(p.year, 4),
  y: (p) => pad(p.year % 100),
  m: (p) => pad(p.month),
  d: (p) => pad(p.day),
  H: (p) => pad(p.hour),
  I: (p) => pad(p.hour % 12 || 12),
  M: (p) => pad(p.minute),
  S: (p) => pad(p.second),
  f: (p) => pad(p.microsecond, 6),
  p: (p) => (p.hour < 12 ? 'AM' : 'PM'),
  j: (p) => pad(p.dayOfYear, 3),
  b: (p) => (months[p.month - 1] ?? '').slice(0, 3),
  B: (p) => months[p.month - 1] ?? '',
  a: (p) => (days[p.weekday] ?? '').slice(0, 3),
  A: (p) => days[p.weekday] ?? '',
  z: () => '',
  Z: () => '',
  '%': () => '%',
}

/** Python's strftime of a naive time; unknown letters are kept. */
export const strftime = (wall: number, format: string): string => {
  const parts = partsOf(wall)
  const dayOfYear = Math.floor((wall - wallOf(parts.year)) / DAY) + 1
  const all = { ...parts, weekday: weekdayOf(wall), dayOfYear }
  return format.replaceAll(/%(.)/g, (whole, letter: string) => strftimeLetters[letter]?.(all) ?? whole)
}
