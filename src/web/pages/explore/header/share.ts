import { explorePermalinkCreate } from '#api/explore.ts'
import { t } from '#core/i18n/t.ts'
import type { FormData } from '#core/query/query-object.ts'
import { errorText } from '../../../data/call-error.ts'
import { call } from '../../../data/call.ts'
import { copyText } from '../../../ui/button/copy-text.ts'
import { say } from '../../../ui/feedback/toast.ts'

/** A link that brings back exactly this state; null, and said, when it cannot be made. */
const permalink = async (form: FormData, search: URLSearchParams): Promise<string | null> => {
  const urlParams = [...search].filter(([name]) => !['form_data_key', 'slice_id', 'datasource_id', 'datasource_type'].includes(name))
  try {
    return (await call(explorePermalinkCreate, { body: { formData: form, urlParams } })).url
  } catch (error) {
    say(t('Could not make a link: %(reason)s', { reason: errorText(error) }), { kind: 'bad' })
    return null
  }
}

export const sharePermalink = async (form: FormData, search: URLSearchParams) => {
  const url = await permalink(form, search)
  if (url === null) return
  await copyText(url)
  say(t('Link copied'), { kind: 'good' })
}

/** Begins an e-mail with the link, in the program of the person. */
export const mailPermalink = async (form: FormData, search: URLSearchParams, name: string) => {
  const url = await permalink(form, search)
  if (url === null) return
  window.location.href = `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(url)}`
}
