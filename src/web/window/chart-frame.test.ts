// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { onChartSaved } from './chart-frame.ts'

test('only the frame itself, on the same origin, can say that a chart was saved', () => {
  const frame = document.createElement('iframe')
  const other = document.createElement('iframe')
  document.body.append(frame, other)
  const run = vi.fn<(id: number) => void>()
  const stop = onChartSaved({ current: frame }, run)
  const send = (data: unknown, { origin = window.location.origin, source = frame.contentWindow } = {}) =>
    window.dispatchEvent(new MessageEvent('message', { data, origin, source }))
  send({ savedChart: 1 }, { origin: 'https://elsewhere.example' })
  send({ savedChart: 2 }, { source: other.contentWindow })
  send({ savedChart: '3' })
  send('4')
  expect(run).not.toHaveBeenCalled()
  send({ savedChart: 5 })
  expect(run.mock.calls).toEqual([[5]])
  stop()
  send({ savedChart: 6 })
  expect(run).toHaveBeenCalledTimes(1)
})
