import { loginFormRoute, logoutRoute } from '#api/security.ts'
import { t } from '#core/i18n/t.ts'
import { basePath } from '../base-path.ts'
import { csrfToken, rememberCsrf, urlOf } from '../call.ts'
import { CallError, readErrorMessage } from '../call-error.ts'
import { parseJson } from '../wire/parse-json.ts'
import { queryClient } from '../query-client.ts'
import { sessionKey, useSignedOut } from '../session.ts'

/** What a log-in needs besides the password: a code or a passkey of `account`, or first a second factor that shows codes. */
export type Needed =
  | { needs: 'code'; hasApp: boolean; account: string | null }
  | { needs: 'enroll'; secret: string; uri: string; setup: string }

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : undefined

const readNeeded = (body: unknown): Needed | null => {
  if (fieldOf(body, 'needs') === 'code') {
    const account = fieldOf(body, 'account')
    return { needs: 'code', hasApp: fieldOf(body, 'has_app') === true, account: typeof account === 'string' ? account : null }
  }
  if (fieldOf(body, 'needs') !== 'enroll') return null
  const text = (name: string) => String(fieldOf(body, name))
  return { needs: 'enroll', secret: text('secret'), uri: text('uri'), setup: text('setup') }
}

const readRecoveryCodes = (body: unknown): string[] => {
  const codes = fieldOf(body, 'recovery_codes')
  return Array.isArray(codes) ? codes.map(String) : []
}

type Typed = { username: string; password: string; code?: string; setup?: string; passkey?: { ticket: string; response: object } }

/**
 * Starts a cookie session, or says what it needs beside the password. Recovery codes come with a second factor that was just set up.
 * Throws CallError: 401 for wrong credentials, 422 for a wrong code, 429 after too many attempts.
 */
export const logIn = async (typed: Typed): Promise<Needed | { needs: 'nothing'; recoveryCodes: string[] }> => {
  const response = await fetch(urlOf(loginFormRoute), {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(typed),
    redirect: 'follow',
  }).catch(() => {
    throw new CallError(0, null, t('Network error.'))
  })
  const text = await response.text()
  if (!response.ok) {
    const body = parseOrNull(text)
    const more = readNeeded(body)
    if (more) return more
    const fallback =
      response.status === 401 ? t('Wrong user name or password.') : t('The server answered %(status)s.', { status: response.status })
    throw new CallError(
      response.status,
      response.status === 401 ? null : body,
      readErrorMessage(body) && response.status !== 401 ? readErrorMessage(body) : fallback,
    )
  }
  await enter()
  return { needs: 'nothing', recoveryCodes: readRecoveryCodes(parseOrNull(text)) }
}

const wasUnauthorized = ({ state: { error } }: { state: { error: unknown } }) => error instanceof CallError && error.status === 401

/** Reads the session after a log-in, and what was refused without one. A page that is open stays as it is, with the work on it. */
export const enter = async (): Promise<void> => {
  rememberCsrf('')
  useSignedOut.setState({ signedOut: false })
  await queryClient.refetchQueries({ queryKey: sessionKey })
  void queryClient.refetchQueries({ predicate: wasUnauthorized })
}

const parseOrNull = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

/** Where the person also logs out of the provider that they logged in with. */
const providerAddress = (answer: unknown): string | null => {
  const next = fieldOf(answer, 'next')
  return typeof next === 'string' && /^https?:/.test(next) ? next : null
}

/** Ends the session and loads the log-in page, or that of the provider, which clears everything in memory. */
export const logOut = async (): Promise<void> => {
  const headers = { 'content-type': 'application/json', 'x-csrftoken': await csrfToken() }
  const response = await fetch(urlOf(logoutRoute), { method: 'POST', headers, body: '{}', redirect: 'manual' }).catch(() => null)
  const answer = response?.ok ? parseOrNull(await response.text()) : null
  window.location.assign(providerAddress(answer) ?? `${basePath()}/login/`)
}
