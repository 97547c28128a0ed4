import { describe, expect, test } from 'vitest'
import { t } from '#core/i18n/t.ts'
import { isValidFilter, splitFilters } from '#core/query/adhoc-filter.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import type { ColumnFacts, DataKind } from '../field/kind.ts'
import { mayRemove, newFilter, sameFilter, readValue, toSqlFilter, withOperatorId, withSubject } from './filter-draft.ts'
import { filterNote } from '#core/query/filter-words.ts'
import { operatorId } from '#core/query/filter-operators.ts'
import { offeredOperators } from './offered-operators.ts'
import { groupFilter, groupFrom, groupOfFilter } from './group.ts'
import { metricFilter, metricOfFilter } from './having.ts'

const column = (name: string, type: string, rest: Partial<ColumnFacts> = {}): ColumnFacts => ({
  column_name: name,
  type,
  is_dttm: false,
  ...rest,
})
const genre = column('genre', 'TEXT')
const year = column('year', 'BIGINT')
const day = column('day', 'TIMESTAMP', { is_dttm: true })
const flag = column('flag', 'BOOLEAN')
const ratio = column('ratio', 'DOUBLE')
const total = { metric_name: 'total', expression: 'SUM(a)' }

describe('operators that are offered', () => {
  const offered = (facts: ColumnFacts) => offeredOperators({ column: facts }).map((operator) => operator.id)
  test('booleans are true, false or blank', () => expect(offered(flag)).toEqual(['IS_NOT_NULL', 'IS_NULL', 'IS_TRUE', 'IS_FALSE']))
  test('ranges of time only on times', () => {
    expect(offered(day)).toContain('TEMPORAL_RANGE')
    expect(offered(genre)).not.toContain('TEMPORAL_RANGE')
  })
  test.each<[ColumnFacts, boolean]>([
    [year, true],
    [ratio, false],
    [genre, false],
    [column('is_big', 'TEXT', { expression: 'size > 5' }), true],
  ])('true and false on %j: %s', (facts, is) => expect(offered(facts).includes('IS_TRUE')).toBe(is))
  test('the latest partition only on the partition column', () => {
    expect(offered(genre)).not.toContain('LATEST_PARTITION')
    expect(offeredOperators({ column: genre, isPartition: true }).map((operator) => operator.id)).toContain('LATEST_PARTITION')
  })
  test('only comparisons after grouping', () => expect(offeredOperators({ column: genre, clause: 'HAVING' })).toHaveLength(6))
})

test.each<[Partial<AdhocFilter>, string | null]>([
  [{ operator: '==', operatorId: 'EQUALS' }, 'EQUALS'],
  [{ operator: '==', comparator: true }, 'IS_TRUE'],
  [{ operator: '==', comparator: false }, 'IS_FALSE'],
  [{ operator: 'in' }, 'IN'],
  [{ operator: 'IS FALSE' }, 'IS_FALSE'],
  [{ operator: 'TEMPORAL_RANGE' }, 'TEMPORAL_RANGE'],
  [{ operator: 'REGEX' }, null],
])('the operator of %j is %s', (filter, id) => expect(operatorId(filter)).toBe(id))

describe('a new filter', () => {
  test.each<[ColumnFacts, string, unknown]>([
    [genre, 'IN', []],
    [year, 'IN', []],
    [day, 'TEMPORAL_RANGE', 'No filter'],
    [flag, '==', true],
  ])('on %j', (facts, operator, comparator) =>
    expect(newFilter(facts)).toMatchObject({ expressionType: 'SIMPLE', clause: 'WHERE', subject: facts.column_name, operator, comparator }),
  )
})

describe('another operator', () => {
  const list = { ...newFilter(genre), comparator: ['a', 'b'] }
  test('an operator with one value takes the first of several', () => expect(withOperatorId(list, 'EQUALS').comparator).toBe('a'))
  test('an operator with several values takes the one', () =>
    expect(withOperatorId(withOperatorId(list, 'LIKE'), 'NOT_IN').comparator).toEqual(['a']))
  test('an operator without value takes none', () => expect(withOperatorId(list, 'IS_NULL').comparator).toBeNull())
  test('a time range does not become a value', () => expect(withOperatorId(newFilter(day, 'Last week'), 'EQUALS').comparator).toBeNull())
  test('is true', () =>
    expect(withOperatorId(newFilter(year), 'IS_TRUE')).toMatchObject({ operator: '==', operatorId: 'IS_TRUE', comparator: true }))
})

describe('another column', () => {
  const list = { ...newFilter(genre), comparator: ['a', 'b'] }
  test('keeps an operator that still fits, not the value', () =>
    expect(withSubject(list, year, genre)).toMatchObject({ subject: 'year', operator: 'IN', comparator: [] }))
  test('a temporal column gets a time range', () =>
    expect(withSubject(list, day, genre)).toMatchObject({ operator: 'TEMPORAL_RANGE', comparator: 'No filter' }))
  test('a boolean column starts again', () =>
    expect(withSubject(list, flag, genre)).toMatchObject({ operatorId: 'IS_TRUE', comparator: true }))
  test('from a temporal to a text column the operator becomes IN', () =>
    expect(withSubject(newFilter(day), genre, day)).toMatchObject({ operator: 'IN', comparator: [] }))
})

describe('as SQL', () => {
  test.each<[AdhocFilter, string]>([
    [{ ...newFilter(genre), comparator: ["it's", 'b'] }, "genre IN ('it''s', 'b')"],
    [withOperatorId({ ...newFilter(year), comparator: [2000] }, 'GREATER_THAN'), 'year > 2000'],
    [withOperatorId(newFilter(year), 'IS_NOT_NULL'), 'year IS NOT NULL'],
    [withOperatorId({ ...newFilter(genre), comparator: ['x'] }, 'NOT_EQUALS'), "genre <> 'x'"],
    [newFilter(flag), 'flag = TRUE'],
    [newFilter(day, 'Last week'), ''],
  ])('%j', (filter, sql) => expect(toSqlFilter(filter)).toMatchObject({ expressionType: 'SQL', clause: 'WHERE', sqlExpression: sql }))
  test('a metric filters after grouping', () =>
    expect(metricFilter(total)).toMatchObject({ clause: 'HAVING', sqlExpression: 'SUM(a) > 0' }))
  test('an incomplete filter is invalid', () => expect(isValidFilter(toSqlFilter(newFilter(day)))).toBe(false))
})

test.each<[string, DataKind, unknown]>([
  ['5', 'number', 5],
  ['5.5', 'number', 5.5],
  ['abc', 'number', 'abc'],
  ['9007199254740993', 'number', '9007199254740993'],
  ['5', 'text', '5'],
  ['yes', 'boolean', true],
])('%s typed for a %s', (text, kind, value) => expect(readValue(text, kind)).toBe(value))

describe('the text of a pill', () => {
  test.each<[AdhocFilter, string]>([
    [newFilter(day), 'No filter'],
    [newFilter(day, '2004-08-01T00:00:00 : 2009-01-01T00:00:00'), 'Aug 2004 to Dec 2008'],
    [{ ...newFilter(genre), comparator: ['a'] }, 'a'],
    [{ ...newFilter(genre), comparator: ['a', 'b', null, ''] }, '4 of 7'],
    [{ ...newFilter(genre), comparator: [] }, 'not finished'],
    [{ ...withOperatorId(newFilter(genre), 'NOT_IN'), comparator: ['a', 'b'] }, 'not 2 values'],
    [{ ...withOperatorId(newFilter(year), 'GREATER_THAN_OR_EQUAL'), comparator: 5 }, '≥ 5'],
    [newFilter(flag), 'is true'],
    [{ ...metricFilter(total), subject: null }, 'after grouping'],
  ])('%j', (filter, note) => expect(filterNote(filter, t, { values: 7 })).toBe(note))
})

test('the last time filter stays', () => {
  const filters = [newFilter(day), newFilter(genre)]
  expect([mayRemove(filters, 0), mayRemove(filters, 1), mayRemove([...filters, newFilter(day)], 0)]).toEqual([false, true, true])
})

describe('a metric as the subject', () => {
  const dataset = { metrics: [total] }
  test.each([
    ['EQUALS', 5, 'SUM(a) = 5'],
    ['NOT_EQUALS', 5, 'SUM(a) <> 5'],
    ['LESS_THAN', 5, 'SUM(a) < 5'],
    ['LESS_THAN_OR_EQUAL', 5, 'SUM(a) <= 5'],
    ['GREATER_THAN', '5.5 t', "SUM(a) > '5.5 t'"],
    ['GREATER_THAN_OR_EQUAL', 5, 'SUM(a) >= 5'],
  ] as const)('%s %s filters the grouped result', (id, value, having) => {
    const filter = metricFilter(total, id, { value })
    expect(splitFilters([filter])).toEqual({ filters: [], where: '', having: `(${having})` })
    expect(metricOfFilter(filter, dataset)).toBe(total)
  })
  test('is incomplete without a value', () => expect(isValidFilter(metricFilter(total, 'EQUALS', { value: null }))).toBe(false))
  test('is no longer recognised once its SQL or the metric was edited', () => {
    expect(metricOfFilter({ ...metricFilter(total), sqlExpression: 'SUM(a) > 7' }, dataset)).toBeNull()
    expect(metricOfFilter(metricFilter(total), { metrics: [{ ...total, expression: 'AVG(a)' }] })).toBeNull()
  })
})

describe('groups of conditions', () => {
  const size = column('Size', 'TEXT', { expression: 'a || b' })
  const place = { columns: [genre, year, size], backend: 'postgresql' }
  const filters = [
    { ...newFilter(genre), comparator: ['x', "y'"] },
    withOperatorId({ ...newFilter(year), comparator: [5] }, 'LESS_THAN'),
    withOperatorId(newFilter(size), 'IS_NULL'),
  ]
  const written = "genre IN ('x', 'y''') OR year < 5 OR (a || b) IS NULL"
  test('are one SQL filter on the wire', () => {
    const filter = groupFilter({ operator: 'OR', filters }, place)
    expect(filter).toMatchObject({ expressionType: 'SQL', clause: 'WHERE', sqlExpression: written })
    expect(splitFilters([filter]).where).toBe(`(${written})`)
  })
  test('are read back, also from saved SQL, unless that was edited', () => {
    const group = { operator: 'AND' as const, filters }
    const saved = JSON.parse(JSON.stringify(groupFilter(group, place))) as AdhocFilter
    expect(groupOfFilter(saved, place)).toEqual(JSON.parse(JSON.stringify(group)))
    expect(groupOfFilter({ ...saved, sqlExpression: 'year = 7' }, place)).toBeNull()
  })
  test('start with the existing filter, and are complete when each condition is', () => {
    const started = groupFrom(filters[0] ?? {})
    expect(started).toMatchObject({ operator: 'OR', filters: [{ subject: 'genre' }, { subject: null }] })
    expect(isValidFilter(groupFilter(started, place))).toBe(false)
    expect(groupFrom(newFilter(day)).filters.map(({ subject }) => subject)).toEqual([null, null])
  })
})

test('equal filters are unchanged, whatever their identifiers', () => {
  expect(sameFilter(newFilter(genre), newFilter(genre))).toBe(true)
  expect(sameFilter(newFilter(genre), { ...newFilter(genre), comparator: ['a'] })).toBe(false)
  expect(sameFilter(metricFilter(total), metricFilter(total, 'EQUALS'))).toBe(false)
})
