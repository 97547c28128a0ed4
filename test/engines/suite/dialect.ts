import { describe, expect, test } from 'vitest'
import { grains, truncate } from '#core/time/grain.ts'
import { maskedColumns } from '../../../src/engines/compile/masks.ts'
import type { Literal } from '../../../src/engines/dialect.ts'
import { edgeTypes } from './edge-types.ts'
import type { Stage } from './subject.ts'

export const dialectTests = ({ traits, dialect, q, run, rows, value }: Stage) => {
  describe('dialect', () => {
    test.each([
      ["it's", { type: 'string', value: "it's" }],
      ['back\\slash \\n \\\\', { type: 'string', value: 'back\\slash \\n \\\\' }],
      ['"double" `back` %s ? :x $1 {{y}}', { type: 'string', value: '"double" `back` %s ? :x $1 {{y}}' }],
      ['line\nfeed\ttab', { type: 'string', value: 'line\nfeed\ttab' }],
      ["\\' OR 1=1 --", { type: 'string', value: "\\' OR 1=1 --" }],
      ['日本 🎉', { type: 'string', value: '日本 🎉' }],
      ['', { type: 'string', value: '' }],
      [null, { type: 'null' }],
      [42, { type: 'number', value: '42' }],
      [-1.5, { type: 'number', value: '-1.5' }],
      [1e19, { type: 'number', value: '10000000000000000000' }],
    ] satisfies [unknown, Literal][])('literal %j', async (expected, literal) => {
      expect(await value(dialect.literal(literal))).toEqual(expected)
    })

    test('time literals compare with columns', async () => {
      const count = async (column: string, literal: Literal) =>
        (await rows(`SELECT COUNT(*) AS ${q('n')} FROM ${q('edge_types')} WHERE ${q(column)} = ${dialect.literal(literal)}`))[0]?.['n']
      expect(await count('day', { type: 'date', value: '2020-02-29' })).toBe(1)
      expect(await count('ts', { type: 'timestamp', value: '2038-01-19T03:14:08' })).toBe(1)
      expect(await count('tstz', { type: 'instant', value: '2022-01-01T00:00:00Z' })).toBe(1)
      expect(await count('flag', { type: 'boolean', value: true })).toBe(4)
    })

    test('rejects values that are not numbers or times, and null characters', () => {
      expect(() => dialect.literal({ type: 'number', value: '1; DROP TABLE x' })).toThrow('is not a number')
      expect(() => dialect.literal({ type: 'number', value: 'NaN' })).toThrow('is not a number')
      expect(() => dialect.literal({ type: 'timestamp', value: "2020-01-01' OR '1'='1" })).toThrow('is not a time')
      expect(() => dialect.literal({ type: 'string', value: 'a\0b' })).toThrow('null character')
      expect(() => dialect.quote('a\0b')).toThrow('null character')
    })

    test.each(['plain', 'With Space', 'quo"te', 'back`tick', "a'b", 'select', 'Ünïcode', 'per%cent', 'a.b', 'br[ack]et'])(
      'name %j',
      async (name) => {
        expect(await rows(`SELECT ${q(name)} FROM (SELECT 1 AS ${q(name)}) AS ${q('x')}`)).toEqual([{ [name]: 1 }])
      },
    )

    test('supports names of the declared maximum length', async () => {
      const name = 'n'.repeat(Math.min(dialect.maxIdentifier, 200))
      expect(await rows(`SELECT ${q(name)} FROM (SELECT 1 AS ${q(name)}) AS ${q('x')}`)).toEqual([{ [name]: 1 }])
    })

    test.each(grains)('grain %s', async (grain) => {
      const express = dialect.grains[grain]
      expect(express, 'every engine of the suite can express every grain').toBeDefined()
      for (const column of ['ts', 'day'] as const) {
        const found = await rows(
          `SELECT ${q('id')}, ${express?.(q(column), column === 'day' ? 'date' : 'timestamp')} AS ${q('g')} FROM ${q('edge_types')} WHERE ${q(column)} IS NOT NULL ORDER BY ${q('id')}`,
        )
        const wanted = edgeTypes
          .map((row) => ({ id: row.id, wall: (traits.stored?.[column]?.[row.id] as number | null | undefined) ?? row[column] }))
          .filter((row) => row.wall !== null)
          .map(({ id, wall }) => ({ id, g: truncate(wall ?? 0, grain) }))
        expect(found, `${grain} of ${column}`).toEqual(wanted)
      }
    })

    test('converts epoch numbers and texts to times', async () => {
      expect(await value(dialect.epochToTime('1583020799', 's'))).toBe(1583020799000)
      expect(await value(dialect.epochToTime('1583020799123', 'ms'))).toBe(1583020799123)
      if (!dialect.textToTime) return
      const text = dialect.literal({ type: 'string', value: '29/02/2020 23:59:59' })
      expect(await value(dialect.textToTime(text, '%d/%m/%Y %H:%M:%S'))).toBe(1583020799000)
    })

    test.each([
      ['5550171', '****0171'],
      ['0815', '****'],
      ['', '****'],
      [null, null],
    ])('the last four characters of %j', async (text, shown) => {
      const source = `(SELECT ${text === null ? dialect.castToText('NULL') : dialect.literal({ type: 'string', value: text })} AS ${q('v')})`
      const [column] = maskedColumns(dialect, [{ column_name: 'v', type: null }], new Map([['v', 'last_four']]))
      expect(await rows(`SELECT ${column?.sql} AS ${q('v')} FROM ${source} AS ${q('x')}`)).toEqual([{ v: shown }])
    })

    test('hashes are equal for equal texts alone', async () => {
      if (!dialect.masks?.hash) return
      const [one, same, other] = await Promise.all(["'abc'", "'abc'", "'abd'"].map((text) => value(dialect.masks?.hash?.(text) ?? '')))
      expect(one).toBe('900150983cd24fb0d6963f7d28e17f72')
      expect([same === one, other === one]).toEqual([true, false])
    })

    test('casts', async () => {
      expect(await value(dialect.castToText('42'))).toBe('42')
      const flags = await rows(
        `SELECT ${dialect.castToText(q('flag'), 'boolean')} AS ${q('f')} FROM ${q('edge_types')} ORDER BY ${q('id')}`,
      )
      expect(flags.map((row) => row['f'])).toEqual(edgeTypes.map(({ flag }) => (flag === null ? null : String(flag))))
      expect(await value(dialect.castToTime(dialect.literal({ type: 'string', value: '2020-02-29 23:59:59' })))).toBe(1583020799000)
    })

    test('limits and offsets, alone and together', async () => {
      const ids = async (limit: number | null, offset: number) =>
        (await rows(`SELECT ${q('id')} FROM ${q('edge_types')} ORDER BY ${q('id')} ${dialect.limit(limit, offset)}`)).map(
          (row) => row['id'],
        )
      expect(await ids(3, 0)).toEqual([1, 2, 3])
      expect(await ids(3, 4)).toEqual([5, 6, 7])
      expect(await ids(null, 6)).toEqual([7, 8])
      expect(await ids(null, 0)).toHaveLength(8)
    })

    test('the declared order of nulls', async () => {
      const first = async (order: string) =>
        (await rows(`SELECT ${q('kind')} FROM ${q('edge_types')} ORDER BY ${q('kind')} ${order}`))[0]?.['kind']
      expect((await first('ASC')) === null).toBe(dialect.capabilities.nullsSortFirst)
      if (!dialect.capabilities.nullsOrder) return
      expect(await first('ASC NULLS FIRST')).toBe(null)
      expect(await first('ASC NULLS LAST')).toBe('a')
    })

    test('the declared case-insensitive LIKE', async () => {
      const name = q('name')
      const like = dialect.capabilities.ilike ? `${name} ILIKE '%SCRIPT%'` : dialect.ilike?.(name, "'%SCRIPT%'")
      expect(await rows(`SELECT ${q('id')} FROM ${q('edge_types')} WHERE ${like}`)).toEqual([{ id: 6 }])
    })

    test('the declared support of aliases', async () => {
      const { orderByAlias } = dialect.capabilities
      if (!orderByAlias) return
      const ordered = await rows(`SELECT -${q('id')} AS ${q('minus')} FROM ${q('edge_types')} ORDER BY ${q('minus')}`)
      expect(ordered[0]).toEqual({ minus: -8 })
    })

    test('the declared types and support of ungrouped columns', async () => {
      const { expressionTypes, strictTypes, strictGroups } = dialect.capabilities
      const succeeds = (sql: string) =>
        run(sql).then(
          () => true,
          () => false,
        )
      const from = `FROM ${q('edge_types')}`
      const condition = `SELECT ${q('id')} > 3 AS ${q('more')} ${from} WHERE ${q('id')} < 3`
      expect((await run(condition)).coltypes).toEqual([expressionTypes ? 3 : 0])
      const told = await run(condition, { types: { more: 'boolean' } })
      expect(told.coltypes).toEqual([3])
      expect(await succeeds(`SELECT ${q('id')} ${from} WHERE ${q('name')} > 3`)).toBe(!strictTypes)
      expect(await succeeds(`SELECT ${q('kind')}, ${q('id')} ${from} GROUP BY ${q('kind')}`)).toBe(!strictGroups)
    })

    test.each([' spaced ', '__proto__', 'constructor', 'a\u202eb'])('the declared support of the label %j', async (label) => {
      const [row = {}] = await rows(`SELECT 1 AS ${q(label)}`).catch(() => [])
      expect(Object.hasOwn(row, label)).toBe(dialect.holdsName?.(label) ?? true)
    })

    test('the declared support of sub-queries in joins', async () => {
      const joined = await rows(
        `SELECT t.${q('kind')}, COUNT(*) AS ${q('n')} FROM ${q('edge_types')} t JOIN (SELECT ${q('kind')} AS ${q('k')} FROM ${q('edge_types')} GROUP BY ${q('kind')} ORDER BY COUNT(*) DESC, ${q('kind')} LIMIT 1) s ON t.${q('kind')} = s.${q('k')} GROUP BY t.${q('kind')}`,
      )
      expect(joined).toEqual([{ kind: 'a', n: 3 }])
    })

    test('an output alias does not shadow a column in conditions', async () => {
      const sql = `SELECT 3 AS ${q('id')}, ${q('kind')} FROM ${q('edge_types')} WHERE ${q('id')} = 3`
      expect(await rows(sql)).toHaveLength(1)
    })

    test.each([
      ['bigint', 'integer'],
      ['double precision', 'float'],
      ['timestamp', 'timestamp'],
      ['date', 'date'],
      ['boolean', 'boolean'],
      ['varchar(20)', 'string'],
    ])('column type %s', (native, type) => {
      expect([type, type === 'timestamp' ? 'instant' : type, type === 'boolean' ? 'integer' : type]).toContain(dialect.columnType(native))
    })
  })
}
