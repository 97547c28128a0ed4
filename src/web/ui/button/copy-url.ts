import { t } from '#core/i18n/t.ts'
import { say } from '../feedback/toast.ts'
import { copyText } from './copy-text.ts'

/** Copies a link; where the browser blocks the clipboard, the link is shown. */
export const copyUrl = async (url: string): Promise<void> => {
  try {
    await copyText(url)
    say(t('Link copied'), { kind: 'good' })
  } catch {
    say(t('The browser blocks the clipboard. The link is %(url)s', { url }), { kind: 'warn', lasts: 0 })
  }
}
