import { describe, expect, test } from 'vitest'
import type { UploadTableForm } from '#api/database-upload.ts'
import { requireKind, readOptionsOf, shapeOf, typedColumns } from './table-plan.ts'

const form = (more: Partial<UploadTableForm> = {}): UploadTableForm => ({ type: 'csv', table_name: 't', ...more })

const values = { decimal: '.', strict: true }
const csv = { delimiter: ',', quote: '"', header: true, ...values }

test.each<[string, Partial<UploadTableForm>, object]>([
  ['the defaults of delimited text', {}, csv],
  ['what is told', { delimiter: ';', decimal_character: ',', day_first: true }, { ...csv, delimiter: ';', decimal: ',', dayFirst: true }],
  ['lines before the head', { skip_rows: 2, header_row: 1 }, { ...csv, skip: 3 }],
  ['spaces', { skip_initial_space: true }, { ...csv, initialSpace: true }],
  ['a sheet', { type: 'excel', sheet_name: 'Two', header_row: 1, delimiter: ';' }, { table: 'Two', skip: 1, ...values }],
])('reading: %s', (_name, more, expected) => {
  const { nulls, ...options } = readOptionsOf(form(more))
  expect(options).toEqual(expected)
  expect(nulls).toEqual(expect.arrayContaining(['NULL', 'n/a', 'nan']))
})

test('reading: null texts in the form replace the defaults', () => {
  expect(readOptionsOf(form({ null_values: ['x'] })).nulls).toEqual(['x'])
  expect(readOptionsOf(form({ type: 'columnar', null_values: ['x'] }))).toEqual({})
})

const id = { name: 'id', type: 'BIGINT' }
const day = { name: 'day', type: 'DATE', format: '%d.%m.%Y' }
const at = { name: 'at', type: 'VARCHAR' }
const columns = [id, day, at]

test.each<[string, Partial<UploadTableForm>, object[] | undefined]>([
  ['nothing is asked for', {}, columns],
  ['a type', { column_data_types: { id: 'float64', gone: 'int' } }, [{ name: 'id', type: 'DOUBLE' }, day, at]],
  ['the type that was found', { column_data_types: { id: 'Int64', day: 'str' } }, [id, { name: 'day', type: 'VARCHAR' }, at]],
  ['dates', { column_dates: ['day', 'at'] }, [id, day, { name: 'at', type: 'TIMESTAMP' }]],
  ['a file with types of its own', { type: 'columnar', column_dates: ['at'] }, undefined],
])('types: %s', (_name, more, expected) => {
  expect(typedColumns(form(more), columns)).toEqual(expected)
})

test('types: columns that are called what every object has keep theirs', () => {
  const inherited = ['constructor', '__proto__'].map((name) => ({ name, type: 'BIGINT' }))
  expect(typedColumns(form(), inherited)).toEqual(inherited)
})

test.each<[string, Partial<UploadTableForm>, object]>([
  ['all of it', {}, {}],
  ['all columns by name', { columns_read: ['at', 'day', 'id'] }, {}],
  [
    'an index that is written nowhere',
    { index_column: 'id', index_label: 'key' },
    {
      columns: [
        { name: 'day', from: 'day' },
        { name: 'at', from: 'at' },
      ],
    },
  ],
  [
    'an index that is',
    { index_column: 'day', dataframe_index: true, columns_read: ['at'] },
    {
      columns: [
        { name: 'day', from: 'day' },
        { name: 'at', from: 'at' },
      ],
    },
  ],
  [
    'its label',
    { index_column: 'day', dataframe_index: true, index_label: 'key', columns_read: ['day'] },
    { columns: [{ name: 'key', from: 'day' }] },
  ],
  [
    'the number of the row',
    { dataframe_index: true, columns_read: ['at'], rows_to_read: 5 },
    {
      columns: [
        { name: 'index', from: null },
        { name: 'at', from: 'at' },
      ],
      limit: 5,
    },
  ],
  ['rows of a file that takes no such word', { type: 'columnar', rows_to_read: 5 }, {}],
])('the table: %s', (_name, more, expected) => {
  expect(shapeOf(form(more), columns)).toEqual(expected)
})

describe('rejects', () => {
  test.each<[() => unknown, string]>([
    [() => shapeOf(form({ columns_read: ['id', 'x', 'y'] }), columns), "Parsing error: the file has no column 'x', 'y'"],
    [() => shapeOf(form({ index_column: 'x' }), columns), "Parsing error: the file has no column 'x'"],
    [() => shapeOf(form({ index_column: 'id', columns_read: ['id'] }), columns), 'Parsing error: no column is left'],
    [() => typedColumns(form({ column_dates: ['x'] }), columns), "Parsing error: the file has no column 'x'"],
    [() => typedColumns(form({ column_data_types: { id: 'money' } }), columns), "Parsing error: data type 'money' not understood"],
    [() => requireKind('json', 'csv'), 'Parsing error: the file is json, not csv'],
    [() => requireKind('csv', 'columnar'), 'Parsing error: the file is csv, not columnar'],
  ])('%s', (work, text) => {
    expect(work).toThrow(text)
  })
})
