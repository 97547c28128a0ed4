import { t } from '#core/i18n/t.ts'
import { basePath } from '../data/base-path.ts'
import { copyText } from '../ui/button/copy-text.ts'
import { say } from '../ui/feedback/toast.ts'

/** Puts the full address of a page on the clipboard. */
export const copyLink = async (path: string) => {
  await copyText(`${window.location.origin}${basePath()}${path}`)
  say(t('Link copied'), { kind: 'good' })
}
