import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect } from './server.ts'

export type HostPage = { origin: string; grants: () => number; stop(): void }

const sdk = fileURLToPath(import.meta.resolve('@superset-ui/embedded-sdk/bundle/index.js'))

type Options = {
  /** The address of the product. */
  product: string
  /** Gives a token, as the server of the site would get it. */
  token(): Promise<string>
  /** The site's own code. */
  script?: string
}

/** The site of somebody else: on another host, with Superset's SDK as it is published. */
export const startHostPage = async ({ product, token, script }: Options): Promise<HostPage> => {
  let granted = 0
  const server = createServer((request, reply) => {
    const answer = async (): Promise<[type: string, body: string | Buffer]> => {
      if (request.url === '/sdk.js') return ['text/javascript', await readFile(sdk)]
      if (request.url === '/own.js') return ['text/javascript', script ?? '']
      if (request.url === '/token') {
        granted++
        return ['text/plain', await token()]
      }
      return [
        'text/html',
        `<!doctype html><title>Host</title><style>iframe{border:0;width:1000px;height:600px}</style><div id="mount"></div>
        <script>window.product = ${JSON.stringify(product)}</script><script src="/sdk.js"></script><script src="/own.js"></script>`,
      ]
    }
    answer().then(
      ([type, body]) => reply.writeHead(200, { 'content-type': type }).end(body),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    grants: () => granted,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Requests of an administrator, as the server of a site would make them. */
export const asAdmin = (page: Page) => {
  const send = async (method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, data?: object) => {
    const token = ((await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string }).result
    const answer = await page.request.fetch(path, { method, headers: { 'X-CSRFToken': token }, ...(data && { data }) })
    expect(answer.ok(), `${path} ${answer.status()} ${await answer.text()}`).toBe(true)
    return answer.json()
  }
  return { send }
}

type Event = { name: string; event: Record<string, unknown> }
type Handle = Record<string, (argument?: unknown) => Promise<unknown>>

/** Embeds by our own SDK; what it tells stays on the page. */
export const embedByOwn = (site: Page, options: object) =>
  site.evaluate(async (given) => {
    const host = window as unknown as { product: string; embedded: Handle; events: Event[] }
    const { embed } = (await import(`${host.product}/embed/embed.js`)) as { embed(options: object): Handle }
    host.events = []
    const note = (name: string) => (event: Record<string, unknown>) => host.events.push({ name, event })
    host.embedded = embed({
      url: host.product,
      container: '#mount',
      getToken: async () => (await fetch('/token')).text(),
      onLoad: note('load'),
      onFilterChange: note('filter'),
      onMarkClick: note('mark'),
      onError: note('error'),
      ...given,
    })
  }, options)

/** What it has told under a name. */
export const eventsOf = (site: Page, name: string) =>
  site.evaluate(
    (wanted) => (window as unknown as { events: Event[] }).events.filter((one) => one.name === wanted).map(({ event }) => event),
    name,
  )
