import { loginFormRoute, logoutRoute } from '#api/security.ts'
import { t } from '#core/i18n/t.ts'
import { basePath } from '../base-path.ts'
import { csrfToken, rememberCsrf, urlOf } from '../call.ts'
import { CallError, readErrorMessage } from '../call-error.ts'
import { parseJson } from '../wire/parse-json.ts'
import { queryClient } from '../query-client.ts'
import { sessionKey, useSignedOut } from '../session.ts'

/** Starts a cookie session. Throws CallError: 401 for wrong credentials, 429 after too many attempts. */
export const logIn = async (username: string, password: string): Promise<void> => {
  const response = await fetch(urlOf(loginFormRoute), {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
    redirect: 'follow',
  }).catch(() => {
    throw new CallError(0, null, t('Network error.'))
  })
  const text = await response.text()
  if (!response.ok) {
    const body = parseOrNull(text)
    const fallback =
      response.status === 401 ? t('Wrong user name or password.') : t('The server answered %(status)s.', { status: response.status })
    throw new CallError(
      response.status,
      response.status === 401 ? null : body,
      readErrorMessage(body) && response.status !== 401 ? readErrorMessage(body) : fallback,
    )
  }
  rememberCsrf('')
  useSignedOut.setState({ signedOut: false })
  await queryClient.resetQueries({ queryKey: sessionKey })
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
  const next = typeof answer === 'object' && answer !== null && 'next' in answer ? answer.next : null
  return typeof next === 'string' && /^https?:/.test(next) ? next : null
}

/** Ends the session and loads the log-in page, or that of the provider, which clears everything in memory. */
export const logOut = async (): Promise<void> => {
  const headers = { 'content-type': 'application/json', 'x-csrftoken': await csrfToken() }
  const response = await fetch(urlOf(logoutRoute), { method: 'POST', headers, body: '{}', redirect: 'manual' }).catch(() => null)
  const answer = response?.ok ? parseOrNull(await response.text()) : null
  window.location.assign(providerAddress(answer) ?? `${basePath()}/login/`)
}
