import { t } from '#core/i18n/t.ts'
import { say } from '../feedback/toast.ts'
import { copyText } from './copy-text.ts'

/** Copies a text, and says whether that was possible. */
export const copyAndSay = async (text: string): Promise<boolean> => {
  try {
    await copyText(text)
  } catch {
    say(t('The browser blocks the clipboard.'), { kind: 'warn' })
    return false
  }
  say(t('Copied'), { kind: 'good', lasts: 2500 })
  return true
}
