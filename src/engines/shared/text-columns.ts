import type { Column, ColumnType, NumberColumn, NumberType, TimeType } from '#core/table.ts'
import { timeOfText } from './time-of-text.ts'

/** Builds one column from the values of a driver that gives text. */
export type ColumnReader = { push(text: string | null): void; column(): Column }

/** Doubles that grow. */
const growing = () => {
  let values = new Float64Array(256)
  let length = 0
  return {
    push: (value: number) => {
      if (length === values.length) {
        const larger = new Float64Array(length * 2)
        larger.set(values)
        values = larger
      }
      values[length++] = value
    },
    done: () => values.slice(0, length),
    get length() {
      return length
    },
  }
}

const leadingZeros = /^(-?)\+?0+(?=\d)/
const trailingZeros = /(\.\d*?)0+$/

/** The digits of a number's text where a double cannot hold them all, otherwise null. */
export const digitsBeyondDouble = (text: string, value: number): string | null => {
  if (text.length <= 15 || !Number.isFinite(value) || /[eE]/.test(text)) return null
  const plain = text.replace(leadingZeros, '$1')
  const shortest = plain.replace(trailingZeros, '$1').replace(/\.$/, '')
  if (shortest.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15 || String(value) === shortest) return null
  return plain
}

/** `numeric(12,2)`, `Nullable(Decimal(12, 2))` */
const scaleOf = (native: string): number | undefined => {
  const [, scale] = /\(\d+,\s*(\d+)\)/.exec(native) ?? []
  return scale === undefined ? undefined : Number(scale)
}

const numbers = (name: string, type: NumberType, native: string): ColumnReader => {
  const scale = type === 'decimal' ? scaleOf(native) : undefined
  const values = growing()
  let exact: (string | null)[] | undefined
  const digits = type === 'float' ? () => null : digitsBeyondDouble
  return {
    push: (text) => {
      if (text === null) return values.push(NaN)
      const value = Number(text)
      const kept = digits(text, value)
      if (kept !== null) {
        exact ??= []
        exact[values.length] = kept
      }
      values.push(value)
    },
    column: () => ({ ...numberColumn(name, type, { values: values.done(), exact }), ...(scale !== undefined && { scale }) }),
  }
}

/** A number column whose sparse `exact` is filled up. */
export const numberColumn = (
  name: string,
  type: NumberColumn['type'],
  { values, exact }: { values: Float64Array; exact?: (string | null)[] },
): NumberColumn => ({ name, type, values, ...(exact && { exact: Array.from(values, (_, row) => exact[row] ?? null) }) })

const times = (name: string, type: TimeType): ColumnReader => {
  const values = growing()
  return { push: (text) => values.push(text === null ? NaN : timeOfText(text)), column: () => ({ name, type, values: values.done() }) }
}

const truths: ReadonlySet<string> = new Set(['t', 'true', '1'])

/** `native`: the engine's own type text. */
export const columnReader = (name: string, type: ColumnType, native = ''): ColumnReader => {
  switch (type) {
    case 'integer':
    case 'decimal':
    case 'float':
      return numbers(name, type, native)
    case 'date':
    case 'timestamp':
    case 'instant':
      return times(name, type)
    case 'boolean': {
      const values: (boolean | null)[] = []
      return { push: (text) => values.push(text === null ? null : truths.has(text)), column: () => ({ name, type, values }) }
    }
    default: {
      const values: (string | null)[] = []
      return { push: (text) => values.push(text), column: () => ({ name, type: 'string', values }) }
    }
  }
}
