// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { openChartFrame } from './saved-charts.ts'

test('only the frame itself, on the same origin, can say that a chart was saved', () => {
  const other = document.createElement('iframe')
  document.body.append(other)
  const onSaved = vi.fn<(id: number) => void>()
  const close = openChartFrame({ container: document.body, address: 'about:blank', title: 'New chart', onSaved })
  const frame = document.querySelector<HTMLIFrameElement>('iframe[title="New chart"]')
  const own = frame?.contentWindow ?? null
  const send = (data: unknown, { origin = window.location.origin, source = own } = {}) =>
    window.dispatchEvent(new MessageEvent('message', { data, origin, source }))
  send({ savedChart: 1 }, { origin: 'https://elsewhere.example' })
  send({ savedChart: 2 }, { source: other.contentWindow })
  send({ savedChart: '3' })
  send('4')
  expect(onSaved).not.toHaveBeenCalled()
  send({ savedChart: 5 })
  expect(onSaved.mock.calls).toEqual([[5]])
  close()
  send({ savedChart: 6 })
  expect([onSaved.mock.calls.length, frame?.isConnected]).toEqual([1, false])
})
