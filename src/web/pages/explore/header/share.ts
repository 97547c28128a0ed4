import { explorePermalinkCreate } from '#api/explore.ts'
import { t } from '#core/i18n/t.ts'
import type { FormData } from '#core/query/query-object.ts'
import { textOf } from '../../../data/call-error.ts'
import { call } from '../../../data/call.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { say } from '../../../ui/toast.ts'

/** Makes a link that brings back exactly this state, and copies it. */
export const sharePermalink = async (form: FormData, search: URLSearchParams) => {
  const urlParams = [...search].filter(([name]) => !['form_data_key', 'slice_id', 'datasource_id', 'datasource_type'].includes(name))
  try {
    const { url } = await call(explorePermalinkCreate, { body: { formData: form, urlParams } })
    await copyText(url)
    say(t('Link copied'), { kind: 'good' })
  } catch (error) {
    say(t('Could not make a link: %(reason)s', { reason: textOf(error) }), { kind: 'bad' })
  }
}
