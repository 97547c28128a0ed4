import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { parsed } from './edge-types.ts'
import { limits } from './subject.ts'
import type { Stage } from './subject.ts'

export const limitTests = ({ serverTest, traits, q, host, subject, folder, run, rows, value }: Stage) => {
  describe('limits', () => {
    test('truncates rows beyond the limit and reports it', async () => {
      const few = await run(`SELECT ${q('id')} FROM ${q('edge_types')} ORDER BY ${q('id')}`, { limits: { ...limits, rows: 3 } })
      expect([parsed(few).length, few.rowcount, few.truncated]).toEqual([3, 3, true])
      const all = await run(`SELECT ${q('id')} FROM ${q('edge_types')}`, { limits: { ...limits, rows: 8 } })
      expect([all.rowcount, all.truncated]).toEqual([8, false])
    })

    test('truncates bytes beyond the limit at a row and reports it', async () => {
      const cut = await run(`SELECT ${q('i')} FROM ${traits.series(5_000)}`, { limits: { ...limits, bytes: 1_000 } })
      expect(cut.bytes.byteLength).toBeLessThanOrEqual(1_000)
      expect(cut.truncated).toBe(true)
      expect(parsed(cut).length).toBe(cut.rowcount)
      expect(cut.rowcount).toBeGreaterThan(50)
    })

    serverTest('time: the statement is stopped at the engine', async () => {
      const began = Date.now()
      await expect(run(traits.endless, { limits: { ...limits, timeoutMs: 500 } })).rejects.toMatchObject({
        type: 'BACKEND_TIMEOUT_ERROR',
        status: 408,
      })
      expect(Date.now() - began).toBeLessThan(500 + 4_500)
      await idle()
    })
  })

  /** Statements of ours that the server says are running. */
  const running = async () => (await subject().running?.(traits.endless.slice(0, 40))) ?? 0

  /** Waits until the server says that nothing of ours runs. */
  const idle = async () => {
    const end = Date.now() + 5_000
    while ((await running()) > 0) {
      if (Date.now() > end) throw new Error('still running at the server')
      await sleep(20)
    }
  }

  serverTest('cancel reaches the engine while the statement runs, and the next one works', async () => {
    const controller = new AbortController()
    const started = Promise.withResolvers<void>()
    const query = run(traits.endless, {}, { signal: controller.signal, onStart: started.resolve })
    query.catch(() => {})
    await started.promise
    const end = Date.now() + 5_000
    while (subject().running && (await running()) === 0 && Date.now() < end) await sleep(10)
    if (!subject().running) await sleep(300)
    const began = Date.now()
    controller.abort(new Error('left the page'))
    await expect(query).rejects.toThrow('left the page')
    await idle()
    expect(Date.now() - began).toBeLessThan(10_000)
    expect(await value('1')).toBe(1)
  })

  describe('errors', () => {
    test('names an unknown column', async () => {
      const failure = run(`SELECT ${q('nope')}\nFROM ${q('edge_types')}`)
      await expect(failure).rejects.toMatchObject({ type: 'COLUMN_DOES_NOT_EXIST_ERROR', message: expect.stringContaining('nope') })
      await expect(failure).rejects.toMatchObject({ summary: expect.stringContaining('nope') })
    })

    test('reports the position of a syntax error', async () => {
      await expect(run('SELECT 1 FRMO edge_types')).rejects.toMatchObject({
        type: 'SYNTAX_ERROR',
        message: expect.stringContaining('edge_types'),
      })
    })

    test('names an unknown table', async () => {
      await expect(run(`SELECT 1 FROM ${q('no_such_table')}`)).rejects.toMatchObject({
        message: expect.stringContaining('no_such_table'),
      })
    })

    serverTest('a statement that writes is refused and changes nothing', async () => {
      await expect(run(traits.write)).rejects.toMatchObject({ name: 'EngineError' })
      expect((await rows(`SELECT COUNT(*) AS ${q('n')} FROM ${q('edge_types')}`))[0]).toEqual({ n: 8 })
    })

    test('rejects two statements in one text', async () => {
      await expect(run(`SELECT 1; SELECT 2`)).rejects.toMatchObject({ name: 'EngineError' })
    })

    test('rejects an empty text and a null character before the engine', async () => {
      await expect(run('  ')).rejects.toMatchObject({ type: 'INVALID_SQL_ERROR' })
      await expect(run("SELECT 'a\0b'")).rejects.toMatchObject({ type: 'INVALID_SQL_ERROR' })
    })

    test('messages contain no host, path or secret', async () => {
      const { parameters } = subject().connection
      const secrets = [parameters.password, parameters.host, parameters.database?.includes('/') ? parameters.database : undefined, folder()]
      const wrong = {
        ...subject().connection,
        key: 'wrong',
        parameters: { ...parameters, database: `${parameters.database ?? ''}-none`, port: 1 },
      }
      const results = await Promise.allSettled([run('SELECT nope'), host().run({ kind: 'ping', connection: wrong })])
      for (const result of results) {
        const text = result.status === 'rejected' ? `${(result.reason as Error).message} ${JSON.stringify(result.reason)}` : ''
        for (const secret of secrets) if (secret) expect(text).not.toContain(secret)
      }
    })
  })
}
