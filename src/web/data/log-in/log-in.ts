import { loginFormRoute, logoutRoute } from '#api/security.ts'
import { t } from '#core/i18n/t.ts'
import { basePath } from '../base-path.ts'
import { csrfToken, rememberCsrf, urlOf } from '../call.ts'
import { CallError, messageOf } from '../call-error.ts'
import { parseJson } from '../wire/parse-json.ts'
import { queryClient } from '../query-client.ts'
import { sessionKey, useSignedOut } from '../session.ts'

/** Starts a cookie session. Throws CallError 401 when name and password do not fit, 429 when it was tried too often. */
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
    const body = parseOr(text)
    const words =
      response.status === 401 ? t('Name and password do not fit.') : t('The server answered %(status)s.', { status: response.status })
    throw new CallError(
      response.status,
      response.status === 401 ? null : body,
      messageOf(body) && response.status !== 401 ? messageOf(body) : words,
    )
  }
  rememberCsrf('')
  useSignedOut.setState({ signedOut: false })
  await queryClient.resetQueries({ queryKey: sessionKey })
}

const parseOr = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

/** Ends the session and leaves for the log-in page; nothing of it stays in memory. */
export const logOut = async (): Promise<void> => {
  const headers = { accept: 'text/html', 'x-csrftoken': await csrfToken() }
  await fetch(urlOf(logoutRoute), { method: 'POST', headers, redirect: 'manual' }).catch(() => undefined)
  window.location.assign(`${basePath()}/login/`)
}
