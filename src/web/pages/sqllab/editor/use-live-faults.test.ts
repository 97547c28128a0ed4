// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLiveFaults } from './use-live-faults.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const fault = { message: 'near x', line: 1 }

const setUp = () => {
  vi.stubGlobal('fetch', async () => Response.json({ result: [fault] }))
  const onFaults = vi.fn<(faults: readonly unknown[]) => void>()
  const { result } = renderHook(() => useLiveFaults(1, onFaults))
  return { onFaults, hook: result }
}

test('a script is checked when nobody types', async () => {
  const { onFaults, hook } = setUp()
  hook.current.checkLater('SELEC 1')
  await act(() => vi.advanceTimersByTimeAsync(700))
  expect(onFaults).toHaveBeenCalledWith([fault])
})

test('a check that is called off tells nothing, so that the fault of a run stays marked', async () => {
  const { onFaults, hook } = setUp()
  hook.current.checkLater('SELECT * FROM nowhere')
  hook.current.callOff()
  await act(() => vi.advanceTimersByTimeAsync(700))
  hook.current.checkLater('SELECT * FROM nowhere')
  act(() => void vi.advanceTimersByTime(600))
  hook.current.callOff()
  await act(() => vi.advanceTimersByTimeAsync(700))
  expect(onFaults).not.toHaveBeenCalled()
})
