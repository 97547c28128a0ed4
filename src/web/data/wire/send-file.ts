import { uploadRoute } from '#api/upload.ts'
import type { RouteResult } from '#api/declare/route.ts'
import { t } from '#core/i18n/t.ts'
import { csrfToken, urlOf } from '../call.ts'
import { CallError } from '../call-error.ts'
import { parseJson } from './parse-json.ts'
import { readAnswerOf } from './read-answer.ts'

const rejectedText = (status: number): string =>
  status === 413 ? t('The file is larger than this server accepts.') : t('The server answered %(status)s.', { status })

/** Uploads a file and reports progress from 0 to 1, which fetch cannot. Rejects with an AbortError when aborted. */
export const sendFile = async (
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<RouteResult<typeof uploadRoute>> => {
  const token = await csrfToken()
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', urlOf(uploadRoute))
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('x-csrftoken', token)
    request.upload.addEventListener('progress', (event) => event.lengthComputable && onProgress(event.loaded / event.total))
    request.addEventListener('load', () => {
      const { status, responseText } = request
      try {
        if (status < 300) resolve(readAnswerOf(uploadRoute, responseText))
        else reject(new CallError(status, parseJson(responseText), rejectedText(status)))
      } catch {
        // No JSON: the page of a proxy.
        reject(new CallError(status, null, rejectedText(status)))
      }
    })
    request.addEventListener('error', () => reject(new CallError(0, null, t('Network error.'))))
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    const body = new FormData()
    body.set('file', file)
    request.send(body)
  })
}
