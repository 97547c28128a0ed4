import { createReadStream, createWriteStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { toUtf8 } from './encoding.ts'
import { makeTableFile, mainTimeColumn, quoteName, rowsOf, scalar, withScratch } from '../table-file.ts'
import type { RowNumbers } from '../row-numbers.ts'
import type { BlankedCells, FileColumn, IngestTask, Loaded, LoadedColumn, Preview, ReadOptions, RejectedLine } from '../task.ts'
import { inferColumns, isNumeric, lacksFormat, completeFormats, type InferredColumn } from './column-types.ts'
import { checkExactness, createInexactJudge } from './exact.ts'
import { writePlainNumbers } from './grouped.ts'
import { asText, cellsOf, createTypedTable, readCsv, type Scanned } from './read-csv.ts'
import { scanFile, scanRecords, type Fault, type Judge } from './records.ts'
import { readRejectedLines, writeRejects } from './rejects.ts'
import { rejection, sniffReading, type CsvReading, type SampledReading } from './sniff-reading.ts'
import { trimFile } from './trim-file.ts'

export type Progress = (fraction: number | null, phase: string) => void

/** Writes the sample as UTF-8 without its faulty lines. */
const writeSample = async (reading: SampledReading, path: string, judge?: Judge): Promise<Scanned> => {
  const bytes = Buffer.from(reading.sample)
  const scan = scanRecords(bytes, reading.dialect, { judge })
  await writeFile(path, withoutFaults(bytes, scan.faults))
  return { path, scan, layout: reading }
}

/** Writes the sample and loads its texts into the table `cells`. */
const loadSample = async (db: DuckDBConnection, reading: SampledReading, path: string): Promise<void> => {
  const { names } = reading
  const columns = names.map((name) => ({ name, type: 'VARCHAR' }))
  const texts = readCsv(await writeSample(reading, path), columns, { rejects: false })
  await db.run(`create table cells as from ${cellsOf(texts, names)}`)
}

const withoutFaults = (bytes: Buffer, faults: Fault[]): Buffer => {
  let from = 0
  const parts = faults.map(({ start, end }) => {
    const part = bytes.subarray(from, start)
    from = end + 1
    return part
  })
  return Buffer.concat([...parts, bytes.subarray(from)])
}

/** The user's columns, else those inferred from the loaded sample; unchanged columns keep the hints of the inference. */
const columnsOf = async (db: DuckDBConnection, reading: CsvReading, chosen: FileColumn[] | undefined): Promise<InferredColumn[]> => {
  const inferred = await inferColumns(db, reading)
  if (chosen?.length !== reading.names.length) return inferred.map((column) => ({ ...column, found: true }))
  const given = await completeFormats(db, chosen, reading)
  return given.map((column, i) => {
    const own = inferred[i]
    return column.found && own?.type === column.type && own.format === column.format ? { ...own, ...column } : column
  })
}

type Prepare = (judge?: Judge) => Promise<Scanned>

/**
 * Determines the final columns, widened where values require it, and the file for the engine, without lines that have values which the
 * engine would alter. `prepare` removes faulty lines.
 */
const readExactly = async <C extends FileColumn>(
  db: DuckDBConnection,
  { reading, columns: given, prepare, target }: { reading: CsvReading; columns: C[]; prepare: Prepare; target: string },
): Promise<{ columns: (C & LoadedColumn)[]; clean: Scanned; scanned: Scanned }> => {
  const clean = await prepare()
  const scanned = await writeNumbersPlainly(clean, { reading, columns: given, target })
  const texts = readCsv(scanned, given.map(asText), { rejects: false })
  const { columns, inexact } = await checkExactness(db, texts, { columns: given, style: reading })
  const { dialect, header, nulls, blanksMisfits } = reading
  if (inexact.length === 0 || blanksMisfits)
    return { columns, clean, scanned: await writeNumbersPlainly(clean, { reading, columns, target }) }
  const judged = await prepare(createInexactJudge({ columns, inexact, style: reading, dialect, header, nulls }))
  return { columns, clean: judged, scanned: await writeNumbersPlainly(judged, { reading, columns, target }) }
}

/** Rewrites grouped numbers for the engine, keeping all byte offsets. */
const writeNumbersPlainly = async (scanned: Scanned, { reading, columns, target }: Plain): Promise<Scanned> => {
  const isNumber = columns.map(({ type }) => isNumeric(type))
  if (!reading.isGrouped || !isNumber.includes(true)) return scanned
  await writePlainNumbers(scanned.path, target, { dialect: reading.dialect, decimal: reading.decimal, isNumber })
  return { ...scanned, path: target }
}

type Plain = { reading: CsvReading; columns: FileColumn[]; target: string }

/** Whether the chosen columns are complete, so that no sample is needed. */
const isComplete = (chosen: FileColumn[] | undefined, names: string[]): chosen is FileColumn[] =>
  chosen?.length === names.length && !chosen.some(lacksFormat)

/** Converts line numbers to those of the uploaded file, including skipped lines. */
const addSkipped =
  ({ skip = 0 }: ReadOptions): RowNumbers =>
  (line) =>
    line + skip

/**
 * Previews a file: options, columns, first rows, and rejected lines of the sample. `rowOf` is given for text that was generated from
 * rows of another format.
 */
export const previewCsv = (task: Extract<IngestTask, { kind: 'preview' }>, folder: string, rowOf?: RowNumbers): Promise<Preview> =>
  withScratch(async (db) => {
    const { path, options } = await trimFile(task, folder)
    const reading = await sniffReading(path, options, rowOf !== undefined)
    const { dialect, header, encoding, decimal, blanksMisfits } = reading
    await loadSample(db, reading, `${folder}/sample.csv`)
    const { columns, clean, scanned } = await readExactly(db, {
      reading,
      columns: await columnsOf(db, reading, task.columns),
      prepare: (judge) => writeSample(reading, `${folder}/sample.csv`, judge),
      target: `${folder}/plain-sample.csv`,
    })
    await createTypedTable(db, 'typed', { scanned, columns, blanksMisfits })
    const ranges = columns.map(({ name, type }, i) => {
      const column = quoteName(name)
      const text = type === 'VARCHAR' ? `left(${column}, 40)` : column
      return `min(${text})::varchar as min${i}, max(${text})::varchar as max${i}, count(${column}) as filled${i}`
    })
    const [facts] = await rowsOf(db, `select count(*) as rows, ${ranges.join(', ')} from typed`)
    const sampled = Number(facts?.['rows'])
    const rows = await rowsOf(db, `select columns(*)::varchar from typed limit 100`)
    const rejected = await rejectedOfSample(db, clean, { reading, numberOf: rowOf ?? addSkipped(task.options) })
    return {
      kind: 'csv',
      options: {
        encoding,
        ...dialect,
        header,
        ...((decimal === ',' || task.options.decimal !== undefined) && { decimal }),
        ...(blanksMisfits && { misfits: 'blank' }),
      },
      columns: columns.map((column, i) => ({
        ...column,
        ...(reading.doubtful.includes(i) && isNumeric(column.type) && { otherDecimal: decimal === ',' ? ('.' as const) : (',' as const) }),
        min: facts?.[`min${i}`] ?? null,
        max: facts?.[`max${i}`] ?? null,
        nulls: sampled - Number(facts?.[`filled${i}`]),
      })),
      rows: rows.map((row) => Object.values(row)),
      sampled,
      rejected,
      ...(blanksMisfits && { blanked: await blankedCells(db, 'typed', { scanned, columns }) }),
      tables: [],
    }
  })

/** Counts the cells per column of a table of typed rows whose text was not converted. */
const blankedCells = async (
  db: DuckDBConnection,
  typed: string,
  { scanned, columns }: { scanned: Scanned; columns: FileColumn[] },
): Promise<BlankedCells[]> => {
  const counts = columns.map(({ name }, i) => `count(${quoteName(name)}) as c${i}`).join(', ')
  const [before] = await rowsOf(db, `select ${counts} from ${readCsv(scanned, columns.map(asText), { rejects: false })}`)
  const [after] = await rowsOf(db, `select ${counts} from ${typed}`)
  return columns
    .map(({ name }, i) => ({ column: name, cells: Number(before?.[`c${i}`]) - Number(after?.[`c${i}`]) }))
    .filter(({ cells }) => cells > 0)
}

type Numbered = { reading: SampledReading; numberOf: RowNumbers }

/** Rejected lines of the sample, including those with faulty quotes. Lines after the head of a long file have no number. */
const rejectedOfSample = async (
  db: DuckDBConnection,
  { path, scan }: Scanned,
  { reading, numberOf }: Numbered,
): Promise<Preview['rejected']> => {
  const bytes = Buffer.from(reading.sample)
  const { faults } = scan
  const found: RejectedLine[] = []
  for await (const line of readRejectedLines({ db, path, faults, dialect: reading.dialect })) found.push(line)
  const quotes = faults.map(({ line, start, end, cause }) => ({ line, text: bytes.subarray(start, end).toString(), cause }))
  const all = [...found, ...quotes].sort((a, b) => a.line - b.line)
  const first = all
    .slice(0, 20)
    .map((rejected) => ({ ...rejected, line: rejected.line <= reading.headLines ? numberOf(rejected.line) : null }))
  return { count: all.length, first, columns: columnsOfCauses(all) }
}

/** Columns by how many lines their values reject, descending. */
const columnsOfCauses = (lines: RejectedLine[]): { name: string; lines: number }[] => {
  const counts = new Map<string, number>()
  for (const { cause } of lines) if (cause.code === 'value') counts.set(cause.column, (counts.get(cause.column) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, lines: count })).toSorted((a, b) => b.lines - a.lines)
}

/** The column names in the header. */
export const csvColumns = async (task: Extract<IngestTask, { kind: 'heads' }>, folder: string): Promise<string[]> => {
  const { path, options } = await trimFile(task, folder)
  return (await sniffReading(path, options, false)).names
}

type Work = { folder: string; progress: Progress; rowOf?: RowNumbers }

/** Loads the whole file: every line becomes a row or a rejected line. */
export const loadCsv = async (task: Extract<IngestTask, { kind: 'load' }>, { folder, progress, rowOf }: Work): Promise<Loaded> => {
  const { path, options } = await trimFile(task, folder)
  const reading = await sniffReading(path, options, rowOf !== undefined)
  const given = isComplete(task.columns, reading.names)
    ? task.columns
    : await withScratch(async (db) => {
        await loadSample(db, reading, `${folder}/sample.csv`)
        const found = await columnsOf(db, reading, task.columns)
        return found.map(({ mostly: _mostly, otherFormat: _other, ...column }) => column)
      })
  const asIs = reading.encoding === 'utf-8' && reading.lineEnd === '\n'
  const utf8 = asIs ? path : `${folder}/utf8.csv`
  if (!asIs) {
    progress(null, 'decoding')
    await toUtf8(path, utf8, reading)
  }
  const prepare = async (judge?: Judge): Promise<Scanned> => {
    const checking = (fraction: number) => progress(fraction * 0.3, 'checking')
    const scan = await scanFile(utf8, reading.dialect, { progress: checking, ...(judge && { judge }) })
    progress(null, 'loading')
    if (scan.faults.length === 0) return { path: utf8, scan, layout: reading }
    const clean = `${folder}/clean.csv`
    await copyWithout(utf8, clean, scan.faults)
    return { path: clean, scan, layout: reading }
  }
  const read = await withScratch((db) => readExactly(db, { reading, columns: given, prepare, target: `${folder}/plain.csv` }))
  const { clean, scanned } = read
  const { scan } = clean
  const columns = read.columns.map(({ found: _found, ...column }) => column)
  return makeTableFile(task.target, async (db) => {
    await db.run('set preserve_insertion_order = true')
    const { blanksMisfits } = reading
    await createTypedTable(db, 'data', { scanned, columns, blanksMisfits })
    const blanked = blanksMisfits ? await blankedCells(db, 'data', { scanned, columns }) : []
    const rows = Number(await scalar(db, 'select count(*) from data'))
    const rejected = await writeRejects({
      db,
      path: clean.path,
      faults: scan.faults,
      dialect: reading.dialect,
      original: utf8,
      numberOf: rowOf ?? addSkipped(task.options),
      target: task.rejects,
    })
    const cells = reading.names.length === 1 ? scan.blanks.behind : 0
    const expected = scan.records + cells - (reading.header ? 1 : 0) + scan.faults.length
    if (rows + rejected !== expected)
      throw rejection(`${expected} lines were read, but ${rows} rows and ${rejected} rejected lines came out`)
    await db.run('drop table if exists reject_errors')
    await db.run('drop table if exists reject_scans')
    return { rows, rejected, blanked, columns, mainTime: mainTimeColumn(columns) }
  })
}

const copyWithout = async (source: string, target: string, faults: Fault[]) => {
  const { size } = await stat(source)
  const output = createWriteStream(target)
  let from = 0
  for (const { start, end } of [...faults, { start: size, end: size }]) {
    if (start > from)
      await pipeline(createReadStream(source, { start: from, end: start - 1, highWaterMark: 1 << 20 }), output, { end: false })
    from = end + 1
  }
  output.end()
  await new Promise((resolve, reject) => output.once('finish', resolve).once('error', reject))
}
