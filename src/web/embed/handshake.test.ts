// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { listenForParent, parentChannel } from './handshake.ts'

/** The surrounding page, as far as messages describe it. */
const around = document.body.appendChild(document.createElement('iframe')).contentWindow

const handshake = { type: '__embedded_comms__', handshake: 'port transfer' }
const own = Object.getOwnPropertyDescriptor(window, 'parent') ?? {}
afterEach(() => Object.defineProperty(window, 'parent', own))

type Sent = { origin?: string; source?: Window | null; data?: unknown }

const call = ({ origin = 'https://app.example.org', source = around, data = handshake }: Sent): MessagePort => {
  const { port1, port2 } = new MessageChannel()
  window.dispatchEvent(new MessageEvent('message', { data, origin, source, ports: [port2] }))
  return port1
}

const isOpen = (): Promise<boolean> => Promise.race([parentChannel().then(() => true), Promise.resolve().then(async () => false)])

test('only the page around, from an allowed site, gets a channel, and only the first one', async () => {
  Object.defineProperty(window, 'parent', { value: around, configurable: true })
  const marked = document.createElement('template')
  marked.id = 'embedded'
  marked.dataset['domains'] = JSON.stringify(['https://app.example.org'])
  document.body.append(marked)
  listenForParent()
  const refused: Sent[] = [
    { origin: 'https://evil.test' },
    { origin: 'http://app.example.org' },
    { origin: 'https://app.example.org.evil.test' },
    { origin: 'null' },
    { source: window },
    { source: null },
    { data: { ...handshake, handshake: 'other' } },
    { data: 'port transfer' },
  ]
  for (const sent of refused) {
    call(sent)
    expect(await isOpen(), JSON.stringify({ ...sent, source: undefined })).toBe(false)
  }
  const port = call({})
  const channel = await parentChannel()
  const heard = new Promise((resolve) => {
    port.addEventListener('message', ({ data }) => resolve(data))
    port.start()
  })
  call({})
  channel.emit('loaded')
  expect(await heard).toMatchObject({ method: 'loaded' })
  port.close()
})
