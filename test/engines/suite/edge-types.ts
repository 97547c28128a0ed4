import type { DataAnswer } from '../../../src/engines/host/protocol.ts'

/** Rows of test/conformance/data/edge_types.parquet as the wire must show them. */
export const edgeTypes = [
  {
    id: 1,
    name: 'plain',
    flag: true,
    big: '9007199254740993',
    ratio: 1.5,
    amount: '12345678901234567890.123456789',
    ts: 1583020799123.456,
    day: 1582934400000,
    tstz: 1583663400000,
    kind: 'a',
  },
  { id: 2, name: '', flag: false, big: '-9007199254740993', ratio: null, amount: '0', ts: 0, day: -86400000, tstz: 0, kind: 'b' },
  { id: 3, name: null, flag: null, big: null, ratio: null, amount: null, ts: null, day: null, tstz: null, kind: null },
  {
    id: 4,
    name: 'Zoë 日本 🎉',
    flag: true,
    big: '0',
    ratio: null,
    amount: '-0.000000001',
    ts: -2209032000000,
    day: -2209075200000,
    tstz: 1636273800000,
    kind: 'a',
  },
  {
    id: 5,
    name: 'O\'Brien "q" \\ % _ ; --',
    flag: false,
    big: '2147483648',
    ratio: null,
    amount: '99999999999999.99',
    ts: 2147483648000,
    day: 4102444800000,
    tstz: 2147483648000,
    kind: 'c',
  },
  {
    id: 6,
    name: '<script>alert(1)</script>',
    flag: true,
    big: '1',
    ratio: -0,
    amount: '1',
    ts: 1615689000000,
    day: 1615680000000,
    tstz: 1615717800000,
    kind: 'b',
  },
  {
    id: 7,
    name: '  spaced  ',
    flag: false,
    big: '2',
    ratio: 1e308,
    amount: '2',
    ts: 1640995199999.999,
    day: 1640908800000,
    tstz: 1640944799999.999,
    kind: 'a',
  },
  {
    id: 8,
    name: '{{ 1+1 }} :p $x ${y}',
    flag: true,
    big: '3',
    ratio: 0.1,
    amount: '3',
    ts: 1640995200000,
    day: 1640995200000,
    tstz: 1640995200000,
    kind: 'c',
  },
] as const
export const coltypes = { id: 0, name: 1, flag: 3, big: 0, ratio: 0, amount: 0, ts: 2, day: 2, tstz: 2, kind: 1 } as const
const exactColumns = new Set(['big', 'amount'])

const withoutZeros = (digits: string) => (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits)

/** Rows with the digits of exact columns as text. */
export const parsed = (answer: DataAnswer): Record<string, unknown>[] =>
  JSON.parse(Buffer.from(answer.bytes).toString(), (key, value: unknown, context?: { source?: string }) =>
    exactColumns.has(key) && typeof value === 'number'
      ? withoutZeros(/e/i.test(context?.source ?? '') ? value.toFixed(9) : (context?.source ?? ''))
      : value,
  ) as Record<string, unknown>[]
