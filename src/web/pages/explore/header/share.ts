import { explorePermalinkCreate } from '#api/explore.ts'
import { t } from '#core/i18n/t.ts'
import type { FormData } from '#core/query/query-object.ts'
import { errorText } from '../../../data/call-error.ts'
import { call } from '../../../data/call.ts'
import { copyUrl } from '../../../ui/button/copy-url.ts'
import { say } from '../../../ui/feedback/toast.ts'
import { linkedParams } from '../state/address.ts'

/** A link that restores this state. */
export const createPermalink = async (form: FormData, search: URLSearchParams): Promise<string> => {
  return (await call(explorePermalinkCreate, { body: { formData: form, urlParams: linkedParams(search) } })).url
}

/** On failure it shows a toast and returns null. */
const tryPermalink = (form: FormData, search: URLSearchParams): Promise<string | null> =>
  createPermalink(form, search).catch((error: unknown) => {
    say(t('Could not create a link: %(reason)s', { reason: errorText(error) }), { kind: 'bad' })
    return null
  })

export const sharePermalink = async (form: FormData, search: URLSearchParams) => {
  const url = await tryPermalink(form, search)
  if (url !== null) await copyUrl(url)
}

/** Opens the user's mail program with the link. */
export const mailPermalink = async (form: FormData, search: URLSearchParams, name: string) => {
  const url = await tryPermalink(form, search)
  if (url === null) return
  window.location.href = `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(url)}`
}
