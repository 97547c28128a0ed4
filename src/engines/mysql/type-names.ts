import type { FieldPacket } from 'mysql2'

/** Types of the protocol's column packets. */
const code = {
  DECIMAL: 0,
  TINY: 1,
  SHORT: 2,
  LONG: 3,
  FLOAT: 4,
  DOUBLE: 5,
  NULL: 6,
  TIMESTAMP: 7,
  LONGLONG: 8,
  INT24: 9,
  DATE: 10,
  TIME: 11,
  DATETIME: 12,
  YEAR: 13,
  NEWDATE: 14,
  BIT: 16,
  JSON: 245,
  NEWDECIMAL: 246,
  ENUM: 247,
  SET: 248,
  GEOMETRY: 255,
}

const unsignedFlag = 32
const binaryFlag = 128
const binaryCharset = 63

const integers: Partial<Record<number, string>> = {
  [code.TINY]: 'tinyint',
  [code.SHORT]: 'smallint',
  [code.INT24]: 'mediumint',
  [code.LONG]: 'int',
  [code.LONGLONG]: 'bigint',
}

const others: Partial<Record<number, string>> = {
  [code.FLOAT]: 'float',
  [code.DOUBLE]: 'double',
  [code.NULL]: 'null',
  [code.TIMESTAMP]: 'timestamp',
  [code.DATE]: 'date',
  [code.NEWDATE]: 'date',
  [code.TIME]: 'time',
  [code.DATETIME]: 'datetime',
  [code.YEAR]: 'year',
  [code.JSON]: 'json',
  [code.ENUM]: 'enum',
  [code.SET]: 'set',
  [code.GEOMETRY]: 'geometry',
}

type Field = FieldPacket & { columnType?: number; columnLength?: number; characterSet?: number; decimals?: number }

/** The type of a result's column as the server's own catalogue would say it. */
export const typeName = (field: FieldPacket): string => {
  const { columnType = field.type ?? 0, columnLength = 0, characterSet, decimals = 0 } = field as Field
  const flags = typeof field.flags === 'number' ? field.flags : 0
  const integer = integers[columnType]
  if (integer) {
    const width = columnType === code.TINY && columnLength === 1 ? '(1)' : ''
    return `${integer}${width}${flags & unsignedFlag ? ' unsigned' : ''}`
  }
  if (columnType === code.NEWDECIMAL || columnType === code.DECIMAL) {
    const precision = columnLength - (decimals > 0 ? 1 : 0) - (flags & unsignedFlag ? 0 : 1)
    return `decimal(${precision},${decimals})`
  }
  if (columnType === code.BIT) return `bit(${columnLength})`
  return others[columnType] ?? (characterSet === binaryCharset ? 'blob' : 'text')
}

/** Columns of bits have no such flag. */
export const isExpression = ({ flags }: FieldPacket): boolean => (typeof flags === 'number' ? flags & binaryFlag : 0) !== 0

/** Widths of display say nothing of what a column can hold; `tinyint(1)` is the one that means something. */
export const withoutWidth = (type: string): string => type.replace(/^(tinyint(?!\(1\))|smallint|mediumint|int|bigint|year)\(\d+\)/, '$1')
