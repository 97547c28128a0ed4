/** What every engine must do, through a real query host, on a real database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grains, truncate } from '#core/time/grain.ts'
import type { Literal } from '../../src/engines/dialect.ts'
import { createQueryHost } from '../../src/engines/host/client.ts'
import type { QueryHost, RunOptions } from '../../src/engines/host/client.ts'
import type { ConnectionSpec, DataAnswer, DataJob } from '../../src/engines/host/protocol.ts'
import { findEngine } from '../../src/engines/index.ts'

export type Subject = {
  connection: ConnectionSpec
  stop(): Promise<void>
  /** Statements that the server itself says are running and hold this text; absent for engines inside the host. */
  running?(text: string): Promise<number>
}

export type Traits = {
  /** Engine's id. */
  engine: string
  start(folder: string): Promise<Subject>
  /** Values that the engine cannot store come back as these, by column and row id. */
  stored?: Record<string, Record<number, unknown>>
  /** Types of edge_types' columns on the wire, where they differ. */
  coltypes?: Record<string, 0 | 1 | 2 | 3>
  /** A FROM clause that gives at least `rows` numbers in a column `i`. */
  series: (rows: number) => string
  /** A statement that would run for minutes. */
  endless: string
  /** A statement that writes. */
  write: string
  /** The type text of column `id` of edge_types. */
  integerType: string
  schema: string
  /** The columns of a statement are known only by running it. */
  describeRuns?: true
  /** Cannot be stopped, nor told to only read: such tests run on another server of the engine. */
  answersOnly?: true
  /** Tests of this engine alone. */
  also?(run: (sql: string) => Promise<DataAnswer>): void
}

const limits = { timeoutMs: 30_000, rows: 50_000, bytes: 2 ** 28 }

/** Rows of test/conformance/data/edge_types.parquet as the wire must show them. */
const edgeTypes = [
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
const coltypes = { id: 0, name: 1, flag: 3, big: 0, ratio: 0, amount: 0, ts: 2, day: 2, tstz: 2, kind: 1 } as const
const exactColumns = new Set(['big', 'amount'])

const withoutZeros = (digits: string) => (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits)

/** Rows with the digits of exact columns as text. */
const parsed = (answer: DataAnswer): Record<string, unknown>[] =>
  JSON.parse(Buffer.from(answer.bytes).toString(), (key, value: unknown, context?: { source?: string }) =>
    exactColumns.has(key) && typeof value === 'number'
      ? withoutZeros(/e/i.test(context?.source ?? '') ? value.toFixed(9) : (context?.source ?? ''))
      : value,
  ) as Record<string, unknown>[]

export const engineSuite = (traits: Traits) => {
  const engine = findEngine(traits.engine)
  if (!engine) throw new Error(`no engine ${traits.engine}`)
  const { dialect } = engine
  const q = dialect.quote

  describe(engine.name, () => {
    let folder: string
    let subject: Subject
    let host: QueryHost

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), `chartroom-${traits.engine}-`))
      subject = await traits.start(folder)
      host = createQueryHost({ tempDirectory: join(folder, 'spill'), graceMs: 2_000 })
    })
    afterAll(async () => {
      await host?.close()
      await subject?.stop()
      await rm(folder, { recursive: true, force: true })
    })

    const run = (sql: string, job: Partial<DataJob> = {}, options: RunOptions = {}) =>
      host.run({ kind: 'data', connection: subject.connection, sql, format: 'json', limits, ...job }, options)
    const rows = async (sql: string, job: Partial<DataJob> = {}) => parsed(await run(sql, job))
    const value = async (expression: string) => Object.values((await rows(`SELECT ${expression} AS ${q('v')}`))[0] ?? {})[0]

    test('types: integers beyond 2^53, decimals, NaN, infinities, dates, instants, text of all kinds', async () => {
      const answer = await run(`SELECT * FROM ${q('edge_types')} ORDER BY ${q('id')}`)
      expect(answer.colnames).toEqual(Object.keys(coltypes))
      expect(answer.coltypes).toEqual(answer.colnames.map((name) => traits.coltypes?.[name] ?? coltypes[name as keyof typeof coltypes]))
      expect([answer.rowcount, answer.sqlRowcount, answer.truncated]).toEqual([8, 8, false])
      expect(answer.nativeTypes[0]).toBe(traits.integerType)
      const expected = edgeTypes.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, known]) => {
            const stored = traits.stored?.[name]
            return [name, stored && row.id in stored ? stored[row.id] : known]
          }),
        ),
      )
      expect(parsed(answer)).toEqual(expected)
    })

    test('the same rows are the same through the column encoder, with post-processing', async () => {
      const sql = `SELECT * FROM ${q('edge_types')} ORDER BY ${q('id')}`
      const bare = await run(sql)
      const sorted = await run(sql, { operations: [{ operation: 'sort', options: { by: ['id'], ascending: true } }] })
      expect(parsed(sorted)).toEqual(parsed(bare))
      expect(sorted.coltypes).toEqual(bare.coltypes)
    })

    test('a column without a value has the hinted type, or is text; no rows still name the columns', async () => {
      const sql = `SELECT ${q('id')}, ${q('big')}, ${q('ratio')} FROM ${q('edge_types')} WHERE ${q('id')} = `
      expect((await run(`${sql}3`, { hints: { big: 0 } })).coltypes).toEqual([0, 0, 1])
      const none = await run(`${sql}99`, { hints: { id: 0, ratio: 0 } })
      expect([none.colnames, none.coltypes, none.rowcount]).toEqual([['id', 'big', 'ratio'], [0, 1, 0], 0])
      expect(Buffer.from(none.bytes).toString()).toBe('[]')
    })

    test('labels that the engine could not hold are mapped back', async () => {
      const label = 'a label of more than sixty-three bytes, as people do write them for their metrics ✓'
      const answer = await run(`SELECT 1 AS ${q('short')}`, { labels: { short: label } })
      expect(parsed(answer)).toEqual([{ [label]: 1 }])
    })

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
      ] satisfies [unknown, Literal][])('literal %j', async (expected, literal) => {
        expect(await value(dialect.literal(literal))).toEqual(expected)
      })

      test('literals of times compare with columns', async () => {
        const count = async (column: string, literal: Literal) =>
          (await rows(`SELECT COUNT(*) AS ${q('n')} FROM ${q('edge_types')} WHERE ${q(column)} = ${dialect.literal(literal)}`))[0]?.['n']
        expect(await count('day', { type: 'date', value: '2020-02-29' })).toBe(1)
        expect(await count('ts', { type: 'timestamp', value: '2038-01-19T03:14:08' })).toBe(1)
        expect(await count('tstz', { type: 'instant', value: '2022-01-01T00:00:00Z' })).toBe(1)
        expect(await count('flag', { type: 'boolean', value: true })).toBe(4)
      })

      test('a value that is no number, no time, or holds a null character is refused', () => {
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

      test('the longest name it claims is held', async () => {
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

      test('epoch numbers and texts become times', async () => {
        expect(await value(dialect.epochToTime('1583020799', 's'))).toBe(1583020799000)
        expect(await value(dialect.epochToTime('1583020799123', 'ms'))).toBe(1583020799123)
        if (!dialect.textToTime) return
        const text = dialect.literal({ type: 'string', value: '29/02/2020 23:59:59' })
        expect(await value(dialect.textToTime(text, '%d/%m/%Y %H:%M:%S'))).toBe(1583020799000)
      })

      test('casts', async () => {
        expect(await value(dialect.castToText('42'))).toBe('42')
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

      test('what it says of nulls in order', async () => {
        const first = async (order: string) =>
          (await rows(`SELECT ${q('kind')} FROM ${q('edge_types')} ORDER BY ${q('kind')} ${order}`))[0]?.['kind']
        expect((await first('ASC')) === null).toBe(dialect.capabilities.nullsSortFirst)
        if (!dialect.capabilities.nullsOrder) return
        expect(await first('ASC NULLS FIRST')).toBe(null)
        expect(await first('ASC NULLS LAST')).toBe('a')
      })

      test('what it says of LIKE without case', async () => {
        const name = q('name')
        const like = dialect.capabilities.ilike ? `${name} ILIKE '%SCRIPT%'` : dialect.ilike?.(name, "'%SCRIPT%'")
        expect(await rows(`SELECT ${q('id')} FROM ${q('edge_types')} WHERE ${like}`)).toEqual([{ id: 6 }])
      })

      test('what it says of aliases', async () => {
        const { groupByAlias, orderByAlias } = dialect.capabilities
        const grouped = `SELECT CASE WHEN ${q('id')} < 5 THEN 'low' ELSE 'high' END AS ${q('kind')}, COUNT(*) AS ${q('n')} FROM ${q('edge_types')} GROUP BY ${q('kind')} ORDER BY 1`
        const counts = await rows(grouped).catch(() => [])
        expect(counts.length === 2).toBe(groupByAlias)
        if (!orderByAlias) return
        const ordered = await rows(`SELECT -${q('id')} AS ${q('minus')} FROM ${q('edge_types')} ORDER BY ${q('minus')}`)
        expect(ordered[0]).toEqual({ minus: -8 })
      })

      test('what it says of sub-queries in joins', async () => {
        const joined = await rows(
          `SELECT t.${q('kind')}, COUNT(*) AS ${q('n')} FROM ${q('edge_types')} t JOIN (SELECT ${q('kind')} AS ${q('k')} FROM ${q('edge_types')} GROUP BY ${q('kind')} ORDER BY COUNT(*) DESC, ${q('kind')} LIMIT 1) s ON t.${q('kind')} = s.${q('k')} GROUP BY t.${q('kind')}`,
        )
        expect(dialect.capabilities.subqueriesInJoin).toBe(true)
        expect(joined).toEqual([{ kind: 'a', n: 3 }])
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

    describe('limits', () => {
      test('rows beyond the limit are cut, and it says so', async () => {
        const few = await run(`SELECT ${q('id')} FROM ${q('edge_types')} ORDER BY ${q('id')}`, { limits: { ...limits, rows: 3 } })
        expect([parsed(few).length, few.rowcount, few.truncated]).toEqual([3, 3, true])
        const all = await run(`SELECT ${q('id')} FROM ${q('edge_types')}`, { limits: { ...limits, rows: 8 } })
        expect([all.rowcount, all.truncated]).toEqual([8, false])
      })

      test('bytes beyond the limit are cut at a row, and it says so', async () => {
        const cut = await run(`SELECT ${q('i')} FROM ${traits.series(5_000)}`, { limits: { ...limits, bytes: 1_000 } })
        expect(cut.bytes.byteLength).toBeLessThanOrEqual(1_000)
        expect(cut.truncated).toBe(true)
        expect(parsed(cut).length).toBe(cut.rowcount)
        expect(cut.rowcount).toBeGreaterThan(50)
      })

      test.skipIf(traits.answersOnly)('time: the statement is stopped at the engine', async () => {
        const began = Date.now()
        await expect(run(traits.endless, { limits: { ...limits, timeoutMs: 500 } })).rejects.toMatchObject({
          type: 'BACKEND_TIMEOUT_ERROR',
          status: 408,
        })
        expect(Date.now() - began).toBeLessThan(500 + 2_500)
        await idle()
      })
    })

    /** Waits until the server says that nothing of ours runs. */
    const idle = async () => {
      const end = Date.now() + 5_000
      while (subject.running && (await subject.running(traits.endless.slice(0, 40))) > 0) {
        if (Date.now() > end) throw new Error('still running at the server')
        await sleep(20)
      }
    }

    test.skipIf(traits.answersOnly)('cancel reaches the engine while the statement runs, and the next one works', async () => {
      const controller = new AbortController()
      const started = Promise.withResolvers<void>()
      const query = run(traits.endless, {}, { signal: controller.signal, onStart: started.resolve })
      query.catch(() => {})
      await started.promise
      const end = Date.now() + 5_000
      while (subject.running && (await subject.running(traits.endless.slice(0, 40))) === 0 && Date.now() < end) await sleep(10)
      if (!subject.running) await sleep(300)
      const began = Date.now()
      controller.abort(new Error('left the page'))
      await expect(query).rejects.toThrow('left the page')
      await idle()
      expect(Date.now() - began).toBeLessThan(2_000)
      expect(await value('1')).toBe(1)
    })

    describe('errors', () => {
      test('an unknown column is named', async () => {
        const failure = run(`SELECT ${q('nope')}\nFROM ${q('edge_types')}`)
        await expect(failure).rejects.toMatchObject({ type: 'COLUMN_DOES_NOT_EXIST_ERROR', message: expect.stringContaining('nope') })
        await expect(failure).rejects.toMatchObject({ summary: expect.stringContaining('nope') })
      })

      test('a syntax error says where', async () => {
        await expect(run('SELECT 1 FRMO edge_types')).rejects.toMatchObject({
          type: 'SYNTAX_ERROR',
          message: expect.stringContaining('edge_types'),
        })
      })

      test('an unknown table is named', async () => {
        await expect(run(`SELECT 1 FROM ${q('no_such_table')}`)).rejects.toMatchObject({
          message: expect.stringContaining('no_such_table'),
        })
      })

      test.skipIf(traits.answersOnly)('a statement that writes is refused and changes nothing', async () => {
        await expect(run(traits.write)).rejects.toMatchObject({ name: 'EngineError' })
        expect((await rows(`SELECT COUNT(*) AS ${q('n')} FROM ${q('edge_types')}`))[0]).toEqual({ n: 8 })
      })

      test('two statements in one text are refused', async () => {
        await expect(run(`SELECT 1; SELECT 2`)).rejects.toMatchObject({ name: 'EngineError' })
      })

      test('an empty text and a null character are refused before the engine', async () => {
        await expect(run('  ')).rejects.toMatchObject({ type: 'INVALID_SQL_ERROR' })
        await expect(run("SELECT 'a\0b'")).rejects.toMatchObject({ type: 'INVALID_SQL_ERROR' })
      })

      test('no host, path or secret is in any text', async () => {
        const { parameters } = subject.connection
        const secrets = [parameters.password, parameters.host, parameters.database?.includes('/') ? parameters.database : undefined, folder]
        const wrong = {
          ...subject.connection,
          key: 'wrong',
          parameters: { ...parameters, database: `${parameters.database ?? ''}-none`, port: 1 },
        }
        const results = await Promise.allSettled([run('SELECT nope'), host.run({ kind: 'ping', connection: wrong })])
        for (const result of results) {
          const text = result.status === 'rejected' ? `${(result.reason as Error).message} ${JSON.stringify(result.reason)}` : ''
          for (const secret of secrets) if (secret) expect(text).not.toContain(secret)
        }
      })
    })

    describe('downloads', () => {
      const streamed = async (sql: string, job: object = {}) => {
        const blocks: Uint8Array[] = []
        const stream = host.stream({
          kind: 'stream',
          connection: subject.connection,
          sql,
          format: 'csv',
          limits: { ...limits, rows: 1e9 },
          ...job,
        })
        for await (const block of stream) blocks.push(block)
        return Buffer.concat(blocks).toString()
      }

      test('a streamed CSV is the CSV of the answer', async () => {
        const sql = `SELECT ${q('id')}, ${q('name')}, ${q('flag')}, ${q('big')}, ${q('ratio')}, ${q('day')}, ${q('kind')} FROM ${q('edge_types')} ORDER BY ${q('id')}`
        const whole = Buffer.from((await run(sql, { format: 'csv', header: { id: 'The "id"' } })).bytes).toString()
        const stream = await streamed(sql, { header: { id: 'The "id"' } })
        expect(stream.replaceAll('1e+308', '1E308').replaceAll('1e308', '1E308')).toBe(
          whole.replaceAll('1e+308', '1E308').replaceAll('1e308', '1E308'),
        )
        expect(whole.split('\n')[0]).toBe('"The ""id""",name,flag,big,ratio,day,kind')
      })

      test('formulas are disarmed', async () => {
        const texts = ['=1+1', '+5', '-5', '@SUM(A1)', '|cmd', ' =1', '-abc', 'a,"b"', 'plain', '-1.5']
        const sql = texts
          .map((text, i) => `SELECT ${i} AS ${q('i')}, ${dialect.literal({ type: 'string', value: text })} AS ${q('x')}`)
          .join(' UNION ALL ')
        const ordered = `SELECT ${q('i')}, ${q('x')} FROM (${sql}) AS ${q('s')} ORDER BY ${q('i')}`
        const expected = ["'=1+1", "'+5", '-5', "'@SUM(A1)", "'\\|cmd", "' =1", "'-abc", '"a,""b"""', 'plain', '-1.5']
        const text = `i,x\n${expected.map((cell, i) => `${i},${cell}\n`).join('')}`
        expect(await streamed(ordered)).toBe(text)
        expect(Buffer.from((await run(ordered, { format: 'csv' })).bytes).toString()).toBe(text)
      })

      test('no rows give the header alone', async () => {
        expect(await streamed(`SELECT ${q('id')}, ${q('name')} FROM ${q('edge_types')} WHERE ${q('id')} > 99`)).toBe('id,name\n')
      })

      test('a long one arrives whole, with flat memory', async () => {
        const count = 300_000
        let bytes = 0
        let lines = 0
        let highest = 0
        const sql = `SELECT ${q('i')}, 'some text that takes room in a line of this file' AS ${q('t')} FROM ${traits.series(count)}`
        const stream = host.stream({
          kind: 'stream',
          connection: subject.connection,
          sql,
          format: 'csv',
          limits: { ...limits, rows: count },
        })
        for await (const block of stream) {
          bytes += block.byteLength
          for (const byte of block) if (byte === 10) lines++
          highest = Math.max(highest, ...host.stats().hosts.map((process) => process.rss))
        }
        expect(lines).toBe(count + 1)
        expect(bytes).toBeGreaterThan(count * 50)
        expect(highest).toBeLessThan(700 * 2 ** 20)
      })

      test('leaving early stops it at the engine; a failing one fails at the first block', async () => {
        const sql = `SELECT ${q('i')} FROM ${traits.series(300_000)}`
        const stream = host.stream({ kind: 'stream', connection: subject.connection, sql, format: 'csv', limits })
        expect((await stream.next()).done).toBe(false)
        await stream.return()
        const bad = host.stream({
          kind: 'stream',
          connection: subject.connection,
          sql: `SELECT ${q('nope')} FROM ${q('edge_types')}`,
          format: 'csv',
          limits,
        })
        await expect(bad.next()).rejects.toMatchObject({ type: 'COLUMN_DOES_NOT_EXIST_ERROR' })
        await expect.poll(() => host.stats().hosts.every((process) => process.running === 0), { timeout: 5_000 }).toBe(true)
        expect(await value('1')).toBe(1)
      })

      test('XLSX', async () => {
        const { readXlsx } = await import('hucre/xlsx')
        const answer = await run(
          `SELECT ${q('id')}, ${q('day')}, ${q('kind')} FROM ${q('edge_types')} WHERE ${q('id')} < 4 AND ${q('id')} <> 2 ORDER BY ${q('id')}`,
          { format: 'xlsx' },
        )
        const book = await readXlsx(answer.bytes)
        expect(book.sheets[0]?.rows).toEqual([
          ['id', 'day', 'kind'],
          [1, new Date('2020-02-29T00:00:00Z'), 'a'],
          [3, null, null],
        ])
      })
    })

    traits.also?.((sql) => run(sql))

    describe('catalogue', () => {
      const ask = () => subject.connection

      test('ping', async () => {
        await expect(host.run({ kind: 'ping', connection: ask() })).resolves.toBe(null)
      })

      test('schemas and tables', async () => {
        const { schemas, default: first } = await host.run({ kind: 'schemas', connection: ask() })
        expect(schemas).toContain(traits.schema)
        expect(first).toBe(traits.schema)
        const tables = await host.run({ kind: 'tables', connection: ask(), schema: traits.schema })
        expect(tables).toContainEqual({ name: 'edge_types', kind: 'table' })
        expect(await host.run({ kind: 'tables', connection: ask() })).toEqual(tables)
      })

      test('columns', async () => {
        const columns = await host.run({ kind: 'columns', connection: ask(), relation: { schema: traits.schema, table: 'edge_types' } })
        expect(columns.map((column) => column.name)).toEqual(Object.keys(coltypes))
        expect(columns[0]?.type).toBe(traits.integerType)
        expect(dialect.columnType(columns.find((column) => column.name === 'ts')?.type ?? '')).toBe('timestamp')
        expect(await host.run({ kind: 'columns', connection: ask(), relation: { table: 'no_such_table' } })).toEqual([])
      })

      test('columns of a statement, without running it', async () => {
        const began = Date.now()
        const columns = await host.run({
          kind: 'describe',
          connection: ask(),
          sql: `SELECT ${q('id')}, ${q('name')} AS ${q('Name 2')} FROM ${q('edge_types')}`,
        })
        expect(columns.map((column) => column.name)).toEqual(['id', 'Name 2'])
        expect(columns[0]?.type).toBe(traits.integerType)
        if (!traits.describeRuns) await host.run({ kind: 'describe', connection: ask(), sql: traits.endless })
        expect(Date.now() - began).toBeLessThan(2_000)
      })
    })
  })
}
