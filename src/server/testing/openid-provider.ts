import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'

type Person = { claims: Record<string, unknown> }

export type TestProvider = {
  issuer: string
  /** Logs a person in at an authorization address, as they would by its forms; returns where the provider sends them. */
  walk(address: string, login: string): Promise<string>
  close(): Promise<void>
}

/** A real OpenID provider on a port of its own, which knows the given people and one client. */
export const startProvider = async (people: Record<string, Person>, redirectUri: string): Promise<TestProvider> => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'chartroom',
        client_secret: 'a-secret-of-this-client',
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [`${new URL(redirectUri).origin}/login/`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub', 'preferred_username', 'groups'], profile: ['given_name', 'family_name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...people[sub]?.claims }) }),
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    cookies: { keys: ['one key of the test'] },
  })
  const handle = provider.callback()
  server.on('request', (request, response) => void handle(request, response))
  return {
    issuer,
    walk: (address, login) => walk(issuer, address, login),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const maxSteps = 20

/** Follows redirects and sends the forms for log-in and consent, with the cookies of one browser. */
const walk = async (issuer: string, start: string, login: string): Promise<string> => {
  const jar = new Map<string, string>()
  let [address, form]: [string, string | null] = [start, null]
  for (let step = 0; step < maxSteps; step++) {
    if (!address.startsWith(issuer)) return address
    const response = await fetch(address, {
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form !== null && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form !== null && { method: 'POST', body: form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    const page = await response.text()
    if (location !== null) [address, form] = [new URL(location, address).href, null]
    else {
      const action = /<form[^>]+action="([^"]+)"/.exec(page)?.[1]
      if (action === undefined) throw new Error(`The provider answered ${response.status}: ${page.slice(0, 300)}`)
      form = page.includes('name="login"') ? new URLSearchParams({ prompt: 'login', login, password: 'x' }).toString() : 'prompt=consent'
      address = new URL(action, address).href
    }
  }
  throw new Error('The provider sends in circles')
}
