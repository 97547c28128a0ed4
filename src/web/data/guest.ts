import { basePath } from './base-path.ts'

/** The viewer of an embedded page: authenticated by a token that the page around gives, never by a cookie. */
let token: string | null = null

export const setGuestToken = (given: string): void => {
  token = given
}

type Renewal = () => Promise<boolean>

const noRenewal: Renewal = async () => false
let renewal = noRenewal

/** How the page gets another token when the server refuses the one it has; null where it cannot. */
export const setGuestRenewal = (given: Renewal | null): void => {
  renewal = given ?? noRenewal
}

/** Whether there is another token now. */
export const renewGuestToken = (): Promise<boolean> => renewal()

export const isGuest = (): boolean => token !== null

export const guestTokenHeader = 'x-guesttoken'

export const guestHeaders = (): Record<string, string> =>
  token === null ? {} : { [guestTokenHeader]: token, 'accept-language': document.documentElement.lang }

/** The sites that may show this page in a frame, written into it by the server; null on every other page. */
export const embeddingDomains = (): string[] | null => {
  const text = document.querySelector<HTMLTemplateElement>('#embedded')?.dataset['domains']
  return text === undefined ? null : (JSON.parse(text) as string[])
}

/** Whether this is the page of a public link, whatever session the browser has. */
export const isPublicLink = (): boolean => window.location.pathname.startsWith(`${basePath()}/shared/`)
