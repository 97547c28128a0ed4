import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { createMemoryFlights } from './flights.ts'

it('runs once for concurrent callers, and again for a later one', async () => {
  const flights = createMemoryFlights()
  const work = vi.fn(async () => {
    await sleep(5)
    return work.mock.calls.length
  })
  expect(
    await Promise.all([flights.join('a', undefined, work), flights.join('a', undefined, work), flights.join('b', undefined, work)]),
  ).toEqual([2, 2, 2])
  expect(await flights.join('a', undefined, work)).toBe(3)
})

it('continues while any caller waits, and aborts with the last one', async () => {
  const flights = createMemoryFlights()
  let stopped = false
  const work = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => resolve('done'), 30)
      signal.addEventListener('abort', () => {
        stopped = true
        clearTimeout(timer)
        reject(signal.reason as Error)
      })
    })
  const first = new AbortController()
  const second = new AbortController()
  const leaving = flights.join('a', first.signal, work)
  const staying = flights.join('a', second.signal, work)
  first.abort(new Error('gone'))
  await expect(leaving).rejects.toThrow('gone')
  expect(stopped).toBe(false)
  await expect(staying).resolves.toBe('done')

  const third = new AbortController()
  const alone = flights.join('a', third.signal, work)
  third.abort(new Error('gone too'))
  await expect(alone).rejects.toThrow('gone too')
  expect(stopped).toBe(true)
})

it('rejects all callers on a failure, and does not cache it', async () => {
  const flights = createMemoryFlights()
  const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no')).mockResolvedValueOnce('yes')
  await expect(Promise.all([flights.join('a', undefined, work), flights.join('a', undefined, work)])).rejects.toThrow('no')
  await expect(flights.join('a', undefined, work)).resolves.toBe('yes')
})
