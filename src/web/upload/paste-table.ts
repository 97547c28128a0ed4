import { t } from '#core/i18n/t.ts'
import { say } from '../ui/toast.ts'

/** Takes a table from the clipboard, as spreadsheets leave it there, and hands it on as a file. */
export const pasteTable = async (take: (files: File[]) => void): Promise<void> => {
  let text = ''
  try {
    text = await navigator.clipboard.readText()
  } catch {
    say(t('The browser does not let this page read the clipboard. Save the table as a file and drop it.'), { kind: 'warn' })
    return
  }
  if (!/\S[\s\S]*\n[\s\S]*\S/.test(text)) {
    say(t('The clipboard holds no table: copy its rows, with their header, first.'), { kind: 'warn' })
    return
  }
  const isTabbed = (text.split('\n')[0] ?? '').includes('\t')
  take([new File([text], isTabbed ? 'pasted.tsv' : 'pasted.csv', { type: 'text/plain' })])
}
