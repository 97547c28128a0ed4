import { t } from '#core/i18n/t.ts'
import { basePath } from '../../data/base-path.ts'
import { copyText } from '../../ui/button/copy-text.ts'
import { say } from '../../ui/feedback/toast.ts'

/** Copies the full URL of a page. */
export const copyLink = async (path: string) => {
  await copyText(`${window.location.origin}${basePath()}${path}`)
  say(t('Link copied'), { kind: 'good' })
}
