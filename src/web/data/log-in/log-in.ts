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

/** Ends the session and loads the log-in page, which clears everything in memory. */
export const logOut = async (): Promise<void> => {
  const headers = { accept: 'text/html', 'x-csrftoken': await csrfToken() }
  await fetch(urlOf(logoutRoute), { method: 'POST', headers, redirect: 'manual' }).catch(() => undefined)
  window.location.assign(`${basePath()}/login/`)
}
