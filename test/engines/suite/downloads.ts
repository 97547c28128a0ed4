import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { limits } from './subject.ts'
import type { Stage } from './subject.ts'

/** Rows of a long download; a run that has the time asks for millions. */
const longCount = Number(process.env['LONG_DOWNLOAD_ROWS'] ?? 300_000)
const endlessLimits = { ...limits, rows: 1e9 }

export const downloadTests = ({ serverTest, traits, dialect, q, host, subject, run, value }: Stage) => {
  describe('downloads', () => {
    const streamed = async (sql: string, job: object = {}) => {
      const blocks: Uint8Array[] = []
      const stream = host().stream({
        kind: 'stream',
        connection: subject().connection,
        sql,
        format: 'csv',
        limits: { ...limits, rows: 1e9 },
        ...job,
      })
      for await (const block of stream) blocks.push(block)
      return Buffer.concat(blocks).toString()
    }

    test('a streamed CSV equals the CSV of the result', async () => {
      const sql = `SELECT ${q('id')}, ${q('name')}, ${q('flag')}, ${q('big')}, ${q('ratio')}, ${q('day')}, ${q('kind')} FROM ${q('edge_types')} ORDER BY ${q('id')}`
      const whole = Buffer.from((await run(sql, { format: 'csv', header: { id: 'The "id"' } })).bytes).toString()
      const stream = await streamed(sql, { header: { id: 'The "id"' } })
      expect(stream.replaceAll('1e+308', '1E308').replaceAll('1e308', '1E308')).toBe(
        whole.replaceAll('1e+308', '1E308').replaceAll('1e308', '1E308'),
      )
      expect(whole.split('\n')[0]).toBe('"The ""id""",name,flag,big,ratio,day,kind')
    })

    test('formulas are escaped', async () => {
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

    test('a result without rows has only the header', async () => {
      expect(await streamed(`SELECT ${q('id')}, ${q('name')} FROM ${q('edge_types')} WHERE ${q('id')} > 99`)).toBe('id,name\n')
    })

    /** A statement whose rows are more than any buffer on the way holds; the server knows it by `mark`. */
    const long = (mark: string) =>
      `SELECT ${q('i')}, CONCAT('${mark}: some text that takes room in line ', ${dialect.castToText(q('i'))}) AS ${q('t')} FROM ${traits.series(longCount)}`
    const residentBytes = () =>
      Math.max(
        ...host()
          .stats()
          .hosts.map((process) => process.rss),
      )

    test('a long download is complete, with constant memory', async () => {
      let bytes = 0
      let lines = 0
      const resident: number[] = []
      const stream = host().stream({
        kind: 'stream',
        connection: subject().connection,
        sql: long('whole'),
        format: 'csv',
        limits: { ...limits, rows: longCount },
      })
      for await (const block of stream) {
        bytes += block.byteLength
        for (const byte of block) if (byte === 10) lines++
        resident.push(residentBytes())
      }
      expect(lines).toBe(longCount + 1)
      expect(bytes).toBeGreaterThan(longCount * 50)
      const half = resident.length / 2
      const [earlier, later] = [Math.max(...resident.slice(0, half)), Math.max(...resident.slice(half))]
      expect(later - earlier).toBeLessThan(64 * 2 ** 20)
      expect(later).toBeLessThan(700 * 2 ** 20)
    })

    serverTest('a reader who waits holds up the engine; one who leaves in the middle ends it', async () => {
      const mark = 'left in the middle'
      const running = async () => (await subject().running?.(mark)) ?? 0
      const stream = host().stream({
        kind: 'stream',
        connection: subject().connection,
        sql: long(mark),
        format: 'csv',
        limits: endlessLimits,
      })
      for (let blocks = 0; blocks < 8; blocks++) expect((await stream.next()).done).toBe(false)
      const before = residentBytes()
      await sleep(1_000)
      expect(residentBytes() - before).toBeLessThan(64 * 2 ** 20)
      if (subject().running) expect(await running()).toBe(1)
      await stream.return()
      await expect.poll(running, { timeout: 10_000 }).toBe(0)
    })

    test('leaving early cancels the statement; a failing statement fails at the first block', async () => {
      const sql = `SELECT ${q('i')} FROM ${traits.series(300_000)}`
      const stream = host().stream({ kind: 'stream', connection: subject().connection, sql, format: 'csv', limits })
      expect((await stream.next()).done).toBe(false)
      await stream.return()
      const bad = host().stream({
        kind: 'stream',
        connection: subject().connection,
        sql: `SELECT ${q('nope')} FROM ${q('edge_types')}`,
        format: 'csv',
        limits,
      })
      await expect(bad.next()).rejects.toMatchObject({ type: 'COLUMN_DOES_NOT_EXIST_ERROR' })
      await expect
        .poll(
          () =>
            host()
              .stats()
              .hosts.every((process) => process.running === 0),
          { timeout: 15_000 },
        )
        .toBe(true)
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
}
