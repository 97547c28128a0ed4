import { isAscii } from 'node:buffer'
import duckdb from '@duckdb/node-bindings'
import type { Column, NumberType, TimeType } from '#core/table.ts'
import type { ResultColumn } from './result-columns.ts'

const { Type } = duckdb

/** Takes chunks of one column and makes the whole column of them. */
type Reader = { take(vector: duckdb.Vector, count: number): void; column(): Column }

type Bytes = { view: DataView; bytes: Uint8Array; valid: (row: number) => boolean }

const open = (vector: duckdb.Vector, count: number, width: number): Bytes => {
  const bytes = duckdb.vector_get_data(vector, count * width)
  const validity = duckdb.vector_get_validity(vector, Math.ceil(count / 64) * 8) as Uint8Array | null
  return {
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    valid: validity ? (row) => ((validity[row >> 3] ?? 0) & (1 << (row & 7))) !== 0 : () => true,
  }
}

const two32 = 2 ** 32
const safeHigh = 2 ** 21
/** From here on a double may not show all digits of what it was made from. */
const fifteenDigits = 1e15

type NumberAt = (view: DataView, at: number) => number
/** All digits, where a double may have lost some. */
type DigitsAt = (view: DataView, at: number, approximately: number) => string | null

const int64: NumberAt = (view, at) => view.getInt32(at + 4, true) * two32 + view.getUint32(at, true)
const uint64: NumberAt = (view, at) => view.getUint32(at + 4, true) * two32 + view.getUint32(at, true)
const bigInt128 = (view: DataView, at: number) => (view.getBigInt64(at + 8, true) << 64n) + view.getBigUint64(at, true)
const bigUint128 = (view: DataView, at: number) => (view.getBigUint64(at + 8, true) << 64n) + view.getBigUint64(at, true)
const int128: NumberAt = (view, at) => {
  const low = view.getUint32(at, true)
  const second = view.getUint32(at + 4, true)
  const rest = view.getInt32(at + 8, true)
  if (rest === 0 && second < safeHigh && view.getInt32(at + 12, true) === 0) return second * two32 + low
  return Number(bigInt128(view, at))
}

type Width = { width: number; number: NumberAt; big?: (view: DataView, at: number) => bigint }

const widths: Record<number, Width> = {
  [Type.TINYINT]: { width: 1, number: (view, at) => view.getInt8(at) },
  [Type.UTINYINT]: { width: 1, number: (view, at) => view.getUint8(at) },
  [Type.SMALLINT]: { width: 2, number: (view, at) => view.getInt16(at, true) },
  [Type.USMALLINT]: { width: 2, number: (view, at) => view.getUint16(at, true) },
  [Type.INTEGER]: { width: 4, number: (view, at) => view.getInt32(at, true) },
  [Type.UINTEGER]: { width: 4, number: (view, at) => view.getUint32(at, true) },
  [Type.BIGINT]: { width: 8, number: int64, big: (view, at) => view.getBigInt64(at, true) },
  [Type.UBIGINT]: { width: 8, number: uint64, big: (view, at) => view.getBigUint64(at, true) },
  [Type.HUGEINT]: { width: 16, number: int128, big: bigInt128 },
  [Type.UHUGEINT]: { width: 16, number: (view, at) => Number(bigUint128(view, at)), big: bigUint128 },
  [Type.FLOAT]: { width: 4, number: (view, at) => view.getFloat32(at, true) },
  [Type.DOUBLE]: { width: 8, number: (view, at) => view.getFloat64(at, true) },
}

const withPoint = (digits: string, scale: number): string => {
  const sign = digits.startsWith('-') ? '-' : ''
  const plain = digits.slice(sign.length).padStart(scale + 1, '0')
  return `${sign}${plain.slice(0, plain.length - scale)}.${plain.slice(plain.length - scale)}`
}

const numbers = ({ name, type, typeId, scale }: ResultColumn): Reader => {
  const { width, number, big } = widths[typeId] ?? { width: 8, number: int64 }
  const divisor = 10 ** scale
  const limit = scale ? fifteenDigits : Number.MAX_SAFE_INTEGER
  const digits: DigitsAt = (view, at, approximately) => {
    if (!big || Math.abs(approximately) <= limit) return null
    const text = String(big(view, at))
    return scale ? withPoint(text, scale) : text
  }
  let values = new Float64Array(0)
  let exact: (string | null)[] | undefined
  return {
    take: (vector, count) => {
      const { view, valid } = open(vector, count, width)
      const from = values.length
      values = extended(values, count)
      for (let row = 0; row < count; row++) {
        if (!valid(row)) {
          values[from + row] = NaN
          continue
        }
        const value = number(view, row * width)
        values[from + row] = scale ? value / divisor : value
        const text = digits(view, row * width, value)
        if (text === null) continue
        values[from + row] = Number(text)
        exact ??= []
        exact[from + row] = text
      }
    },
    column: () => ({
      name,
      type: type as NumberType,
      values,
      ...(type === 'decimal' && { scale }),
      ...(exact && { exact: Array.from(values, (_, row) => exact?.[row] ?? null) }),
    }),
  }
}

const extended = (values: Float64Array<ArrayBuffer>, count: number): Float64Array<ArrayBuffer> => {
  const { buffer, length } = values
  const needed = (length + count) * 8
  if (buffer.resizable && needed <= buffer.maxByteLength) {
    buffer.resize(needed)
    return new Float64Array(buffer)
  }
  const grown = new Float64Array(new ArrayBuffer(needed, { maxByteLength: Math.max(needed * 2, 2048 * 8) }))
  grown.set(values)
  return grown
}

const epochTimes: Record<number, { width: number; ms: NumberAt }> = {
  [Type.DATE]: { width: 4, ms: (view, at) => infinite(view.getInt32(at, true), 2 ** 31 - 1) * 86_400_000 },
  [Type.TIMESTAMP_S]: { width: 8, ms: (view, at) => infinite(int64(view, at), 2 ** 63) * 1000 },
  [Type.TIMESTAMP_MS]: { width: 8, ms: (view, at) => infinite(int64(view, at), 2 ** 63) },
  [Type.TIMESTAMP_NS]: { width: 8, ms: (view, at) => infinite(int64(view, at), 2 ** 63) / 1_000_000 },
  [Type.TIMESTAMP]: { width: 8, ms: (view, at) => infinite(int64(view, at), 2 ** 63) / 1000 },
  [Type.TIMESTAMP_TZ]: { width: 8, ms: (view, at) => infinite(int64(view, at), 2 ** 63) / 1000 },
}
const infinite = (value: number, largest: number): number => (Math.abs(value) >= largest ? Math.sign(value) * Infinity : value)

const times = ({ name, type, typeId }: ResultColumn): Reader => {
  const { width, ms } = epochTimes[typeId] ?? { width: 8, ms: int64 }
  let values = new Float64Array(0)
  return {
    take: (vector, count) => {
      const { view, valid } = open(vector, count, width)
      const from = values.length
      values = extended(values, count)
      for (let row = 0; row < count; row++) values[from + row] = valid(row) ? ms(view, row * width) : NaN
    },
    column: () => ({ name, type: type as TimeType, values }),
  }
}

const booleans = ({ name }: ResultColumn): Reader => {
  const values: (boolean | null)[] = []
  return {
    take: (vector, count) => {
      const { bytes, valid } = open(vector, count, 1)
      for (let row = 0; row < count; row++) values.push(valid(row) ? bytes[row] === 1 : null)
    },
    column: () => ({ name, type: 'boolean', values }),
  }
}

const enums = ({ name, labels = [] }: ResultColumn): Reader => {
  const width = labels.length <= 256 ? 1 : labels.length <= 65_536 ? 2 : 4
  const values: (string | null)[] = []
  return {
    take: (vector, count) => {
      const { view, valid } = open(vector, count, width)
      for (let row = 0; row < count; row++) {
        const at = row * width
        const index = width === 1 ? view.getUint8(at) : width === 2 ? view.getUint16(at, true) : view.getUint32(at, true)
        values.push(valid(row) ? (labels[index] ?? null) : null)
      }
    },
    column: () => ({ name, type: 'string', values }),
  }
}

/** A string of up to 12 bytes is inlined in the vector; a longer one is a four-byte prefix and a pointer. */
const stringWidth = 16
const inlineLength = 12

type StringVector = Bytes & { count: number }
const openStrings = (vector: duckdb.Vector, count: number): StringVector => ({ ...open(vector, count, stringWidth), count })

/** Bytes of long strings: neighbours in memory are fetched in one call, which is what makes text fast. */
const longStrings = ({ bytes, view, valid, count }: StringVector) => {
  const runs: { first: number; last: number; bytes: Uint8Array }[] = []
  let first = -1
  let last = -1
  let length = 0
  let nextLow = 0
  let nextHigh = 0
  const close = () => {
    if (length === 0) return
    const pointer = bytes.byteOffset + first * stringWidth + 8
    runs.push({ first, last, bytes: duckdb.get_data_from_pointer(bytes.buffer as ArrayBuffer, pointer, length) })
    length = 0
  }
  for (let row = 0; row < count; row++) {
    const at = row * stringWidth
    const size = view.getUint32(at, true)
    if (size <= inlineLength || !valid(row)) continue
    const low = view.getUint32(at + 8, true)
    const high = view.getUint32(at + 12, true)
    if (length === 0 || low !== nextLow || high !== nextHigh) {
      close()
      first = row
    }
    last = row
    length += size
    const end = low + size
    nextLow = end >>> 0
    nextHigh = end >= two32 ? high + 1 : high
  }
  close()
  return runs
}

const strings = ({ name }: ResultColumn): Reader => {
  const values: (string | null)[] = []
  return {
    take: (vector, count) => {
      const opened = openStrings(vector, count)
      const { bytes, view, valid } = opened
      const from = values.length
      const short = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const plain = isAscii(short) ? short.toString('latin1') : undefined
      for (let row = 0; row < count; row++) {
        const size = view.getUint32(row * stringWidth, true)
        const at = row * stringWidth + 4
        if (!valid(row) || size > inlineLength) values.push(null)
        else values.push(plain ? plain.slice(at, at + size) : short.toString('utf8', at, at + size))
      }
      for (const run of longStrings(opened)) {
        const buffer = Buffer.from(run.bytes.buffer, run.bytes.byteOffset, run.bytes.byteLength)
        const whole = isAscii(buffer) ? buffer.toString('latin1') : undefined
        let at = 0
        for (let row = run.first; row <= run.last; row++) {
          const size = view.getUint32(row * stringWidth, true)
          if (size <= inlineLength || !valid(row)) continue
          values[from + row] = whole ? whole.slice(at, at + size) : buffer.toString('utf8', at, at + size)
          at += size
        }
      }
    },
    column: () => ({ name, type: 'string', values }),
  }
}

export const readerFor = (column: ResultColumn): Reader => {
  if (column.labels) return enums(column)
  if (column.type === 'boolean') return booleans(column)
  if (column.type === 'string' || column.type === 'json') return strings(column)
  if (column.type === 'date' || column.type === 'timestamp' || column.type === 'instant') return times(column)
  return numbers(column)
}

export const vectorsOf = (chunk: duckdb.DataChunk, count: number): duckdb.Vector[] =>
  Array.from({ length: count }, (_, i) => duckdb.data_chunk_get_vector(chunk, i))
