import { setImmediate as nextTurn } from 'node:timers/promises'
import { writeXlsxStream } from 'hucre/xlsx'
import type { Column } from '#core/table.ts'
import { encodeRows } from '../blocks.ts'
import { csvHeader, csvRow, headerTexts } from '../csv.ts'
import { jsonRow } from '../json.ts'
import { sheetCells, sheetText, type SheetCell } from '../xlsx.ts'
import { parquetParts } from './parquet.ts'

/** A whole result, block by block; there is at least one block, also without rows. */
export type Blocks = AsyncIterable<Column[]>

type Details = {
  /** Header texts: label → verbose name. */
  header?: Record<string, string> | undefined
  times?: 'epoch' | 'iso' | undefined
}

type Parts = AsyncGenerator<Uint8Array[], void, undefined>

const rowCountOf = ([first]: Column[]): number => first?.values.length ?? 0

const namesOf = (columns: Column[]): string[] => columns.map(({ name }) => name)

async function* csvParts(blocks: Blocks, { header }: Details): Parts {
  let isFirst = true
  for await (const columns of blocks) {
    if (isFirst) yield [csvHeader(namesOf(columns), header)]
    isFirst = false
    const { bytes } = await encodeRows(rowCountOf(columns), csvRow(columns, 'shortest'), { maxBytes: Infinity })
    if (bytes.length > 0) yield bytes
  }
}

async function* jsonParts(blocks: Blocks, { times }: Details): Parts {
  let before = '['
  for await (const columns of blocks) {
    const { bytes } = await encodeRows(rowCountOf(columns), jsonRow(columns, times), { separator: ',\n', maxBytes: Infinity })
    if (bytes.length === 0) continue
    yield [Buffer.from(before), ...bytes]
    before = ',\n'
  }
  yield [Buffer.from(before === '[' ? '[]' : ']')]
}

async function* sheetRows(blocks: Blocks, { header }: Details): AsyncGenerator<SheetCell[]> {
  let isFirst = true
  for await (const columns of blocks) {
    if (isFirst) yield headerTexts(namesOf(columns), header).map(sheetText)
    isFirst = false
    const cells = columns.map(sheetCells)
    for (let row = 0; row < rowCountOf(columns); row++) yield cells.map((cell) => cell(row))
    await nextTurn()
  }
}

/** Rows beyond those of one sheet follow on further sheets. */
async function* xlsxParts(blocks: Blocks, details: Details): Parts {
  for await (const part of writeXlsxStream(sheetRows(blocks, details), { name: 'Sheet1', zip64: true })) yield [part]
}

/** Files that are written while the rows arrive, so that memory does not grow with them. */
export const streamFormats = ['csv', 'json', 'xlsx', 'parquet'] as const
export type StreamFormat = (typeof streamFormats)[number]

export const fileParts: Record<StreamFormat, (blocks: Blocks, details: Details) => Parts> = {
  csv: csvParts,
  json: jsonParts,
  xlsx: xlsxParts,
  parquet: parquetParts,
}
