import { describe, expect, test } from 'vitest'
import { limits } from './subject.ts'
import type { Stage } from './subject.ts'

export const downloadTests = ({ traits, dialect, q, host, subject, run, value }: Stage) => {
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
      const stream = host().stream({
        kind: 'stream',
        connection: subject().connection,
        sql,
        format: 'csv',
        limits: { ...limits, rows: count },
      })
      for await (const block of stream) {
        bytes += block.byteLength
        for (const byte of block) if (byte === 10) lines++
        highest = Math.max(
          highest,
          ...host()
            .stats()
            .hosts.map((process) => process.rss),
        )
      }
      expect(lines).toBe(count + 1)
      expect(bytes).toBeGreaterThan(count * 50)
      expect(highest).toBeLessThan(700 * 2 ** 20)
    })

    test('leaving early stops it at the engine; a failing one fails at the first block', async () => {
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
          { timeout: 5_000 },
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
