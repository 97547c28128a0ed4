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

/** The header: the first non-empty row after the skipped ones; null in an empty sheet. */
const headOf = async (rows: AsyncGenerator<SheetRow>, { skip = 0 }: ReadOptions): Promise<string[] | null> => {
  let first = await rows.next()
  while (!first.done && (first.value.number <= skip || isEmpty(first.value))) first = await rows.next()
  return first.done ? null : first.value.values.map((value) => String(textOf(value) ?? ''))
}

/** The rows of a sheet. */
export const excelRows = async (path: string, options: ReadOptions): Promise<Rows> => {
  const { tables, rowsOf } = await openWorkbook(path)
  const table = options.table ?? tables[0]
  if (table === undefined || !tables.includes(table)) throw new MessageError(422, `The workbook has no sheet "${table ?? ''}"`)
  const rows = rowsOf(tables.indexOf(table))
  const columns = await headOf(rows, options)
  if (!columns) throw new MessageError(422, `The sheet "${table}" is empty`)
  return { columns, tables, table, rows: body(rows, columns.length, readText(options)) }
}

/** The column names of all sheets. */
export const excelHeads = async (path: string, options: ReadOptions): Promise<{ table: string; columns: string[] }[]> => {
  const { tables, rowsOf } = await openWorkbook(path)
  return Promise.all(
    tables.map(async (table, sheet) => {
      const columns = (await headOf(rowsOf(sheet), options)) ?? []
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

async function* body(
  rows: AsyncIterable<SheetRow>,
  width: number,
  read: (value: unknown) => unknown,
): AsyncGenerator<NumberedRow<unknown>> {
  for await (const row of rows) {
    if (!isEmpty(row)) yield { number: row.number, values: Array.from({ length: width }, (_, i) => read(textOf(row.values[i]))) }
  }
}
