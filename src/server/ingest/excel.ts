import { open, readFile } from 'node:fs/promises'
import { readXls, streamXlsxRows, type CellValue } from 'hucre'
import yauzl from 'yauzl'
import { MessageError } from '#core/errors.ts'
import { columnNames } from './csv/sniff.ts'
import type { NumberedRow, Rows } from './file-kinds.ts'
import type { ReadOptions } from './task.ts'

/** A larger unpacked workbook counts as a zip bomb. */
const maxUnpackedBytes = 4 * 1024 ** 3
const maxRatio = 400

const isOle = async (path: string) => {
  const file = await open(path)
  const bytes = Buffer.alloc(4)
  await file.read(bytes, 0, 4, 0)
  await file.close()
  return bytes.readUInt32BE(0) === 0xd0cf11e0
}

/** The sheet names of an .xlsx. @throws MessageError 422 for a zip bomb */
const sheetNames = (path: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(new MessageError(422, 'The workbook is damaged', { cause: error }))
      let unpacked = 0
      let packed = 0
      const names: string[] = []
      zip.on('error', (cause: unknown) => reject(new MessageError(422, 'The workbook is damaged', { cause })))
      zip.on('entry', (entry: yauzl.Entry) => {
        unpacked += entry.uncompressedSize
        packed += entry.compressedSize
        const bomb = unpacked > maxUnpackedBytes || (unpacked > 100e6 && unpacked > packed * maxRatio)
        if (bomb) return reject(new MessageError(422, 'The workbook unpacks to more than 4 GB or has a suspicious compression ratio'))
        if (entry.fileName !== 'xl/workbook.xml') return zip.readEntry()
        zip.openReadStream(entry, (fault, stream) => {
          if (fault) return reject(fault)
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', () => {
            for (const [, name] of Buffer.concat(chunks)
              .toString()
              .matchAll(/<sheet\b[^>]*\bname="([^"]*)"/g))
              names.push(unescapeXml(name ?? ''))
            zip.readEntry()
          })
        })
      })
      zip.on('end', () => resolve(names))
      zip.readEntry()
    })
  })

const unescapeXml = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&amp;', '&')

const textOf = (value: CellValue | undefined): unknown => {
  if (!(value instanceof Date)) return value ?? null
  const iso = value.toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
}

/** Applies the user's null texts and decimal comma to values. */
const readText = ({ nulls = [], decimal }: ReadOptions) => {
  const nothing = new Set(nulls)
  return (value: unknown): unknown => {
    if (nothing.has(String(value))) return null
    return decimal === ',' && typeof value === 'string' && /^[-+]?\d*,\d+$/.test(value) ? Number(value.replace(',', '.')) : value
  }
}

type SheetRow = NumberedRow<CellValue>

const isEmpty = ({ values }: SheetRow) => values.every((value) => value === null || value === '')

const openWorkbook = async (path: string) => {
  const bytes = await readFile(path)
  const old = (await isOle(path)) ? await readXls(bytes) : null
  const tables = old ? old.sheets.map(({ name }) => name) : await sheetNames(path)
  const rowsOf = (sheet: number) => numbered(old ? indexed(old.sheets[sheet]?.rows ?? []) : streamXlsxRows(bytes, { sheet }))
  return { tables, rowsOf }
}

/** Rows that the header and the width of a table are found in. */
const headRows = 100

const isFilled = (value: CellValue): boolean => value !== null && value !== ''

const widthOf = ({ values }: SheetRow): number => values.findLastIndex(isFilled) + 1

/** Whether a row has a title over the table instead of names of columns: one text above a row of several. */
const isTitle = ({ values }: SheetRow, next: SheetRow | undefined): boolean =>
  next !== undefined && values.filter(isFilled).length === 1 && next.values.filter(isFilled).length > 2 && next.values.every(isName)

const isName = (value: CellValue): boolean => typeof value === 'string' || !isFilled(value)

type Head = {
  columns: string[]
  /** Rows below it that were read to find it. */
  read: SheetRow[]
}

/**
 * The header: the first row after the skipped ones that is neither empty nor a title; null in an empty sheet. It names all columns that
 * most rows have, so that none is lost below a header that is shorter. With `strict` a title is a header, as in Superset's uploads.
 */
const headOf = async (rows: AsyncGenerator<SheetRow>, { skip = 0, strict = false }: ReadOptions): Promise<Head | null> => {
  const read: SheetRow[] = []
  while (read.length < headRows) {
    const row = await rows.next()
    if (row.done) break
    if (row.value.number > skip && !isEmpty(row.value)) read.push(row.value)
  }
  const titles = strict ? 0 : read.findIndex((row, i) => !isTitle(row, read[i + 1]))
  const [head, ...below] = read.slice(Math.max(0, titles))
  if (!head) return null
  const width = Math.max(head.values.length, mostCommon(below.map(widthOf)))
  return { columns: Array.from({ length: width }, (_, i) => String(textOf(head.values[i]) ?? '')), read: below }
}

const mostCommon = (widths: number[]): number => {
  const counts = Map.groupBy(widths, (width) => width)
  return [...counts].toSorted(([a, x], [b, y]) => y.length - x.length || b - a)[0]?.[0] ?? 0
}

/** The rows of a sheet. */
export const excelRows = async (path: string, options: ReadOptions): Promise<Rows> => {
  const { tables, rowsOf } = await openWorkbook(path)
  const table = options.table ?? tables[0]
  if (table === undefined || !tables.includes(table)) throw new MessageError(422, `The workbook has no sheet "${table ?? ''}"`)
  const rows = rowsOf(tables.indexOf(table))
  const head = await headOf(rows, options)
  if (!head) throw new MessageError(422, `The sheet "${table}" is empty`)
  const { columns, read } = head
  return { columns, tables, table, rows: body(after(read, rows), columns.length, readText(options)) }
}

/** The column names of all sheets. */
export const excelHeads = async (path: string, options: ReadOptions): Promise<{ table: string; columns: string[] }[]> => {
  const { tables, rowsOf } = await openWorkbook(path)
  return Promise.all(
    tables.map(async (table, sheet) => {
      const { columns = [] } = (await headOf(rowsOf(sheet), options)) ?? {}
      return { table, columns: columnNames(columns, columns.length) }
    }),
  )
}

type IndexedRow = { index: number; values: CellValue[] }

/** The rows of an .xls workbook; `flatMap` skips holes in the list. */
const indexed = (rows: CellValue[][]): IndexedRow[] => rows.flatMap((values, index) => [{ index, values }])

async function* numbered(rows: Iterable<IndexedRow> | AsyncIterable<IndexedRow>): AsyncGenerator<SheetRow> {
  for await (const { index, values } of rows) yield { number: index + 1, values }
}

async function* after(read: SheetRow[], rows: AsyncIterable<SheetRow>): AsyncGenerator<SheetRow> {
  yield* read
  yield* rows
}

async function* body(
  rows: AsyncIterable<SheetRow>,
  width: number,
  read: (value: unknown) => unknown,
): AsyncGenerator<NumberedRow<unknown>> {
  for await (const row of rows) {
    if (!isEmpty(row)) yield { number: row.number, values: Array.from({ length: width }, (_, i) => read(textOf(row.values[i]))) }
  }
}
