import { mayEmbed } from '#core/access/embed-domains.ts'
import { embeddingDomains } from '../data/guest.ts'
import { createChannel, type Channel } from './channel.ts'

let opened: Promise<Channel> | null = null

/** The message with which the page around hands over its port. */
const isHandshake = ({ data, source, origin, ports }: MessageEvent, domains: readonly string[]): boolean => {
  const { type, handshake } = (typeof data === 'object' && data !== null ? data : {}) as { type?: unknown; handshake?: unknown }
  const isCall = type === '__embedded_comms__' && handshake === 'port transfer' && ports.length > 0
  return isCall && source === window.parent && window.parent !== window && (origin === window.location.origin || mayEmbed(domains, origin))
}

/** Listens for the page around, from the start: its message comes as soon as this page is loaded. The first port counts. */
export const listenForParent = (): void => {
  const domains = embeddingDomains()
  if (domains === null) return
  opened = new Promise((resolve) => {
    const onMessage = (event: MessageEvent) => {
      const [port] = event.ports
      if (!port || !isHandshake(event, domains)) return
      window.removeEventListener('message', onMessage)
      resolve(createChannel(port))
    }
    window.addEventListener('message', onMessage)
  })
}

/** The channel to the page around; never on a page that nothing embeds. */
export const parentChannel = (): Promise<Channel> => opened ?? new Promise(() => {})
