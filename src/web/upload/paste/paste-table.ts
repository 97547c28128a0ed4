import { t } from '#core/i18n/t.ts'
import { say } from '../../ui/feedback/toast.ts'

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** "pasted 2026-03-18 1405": differs for each pasted table. */
const pastedName = (now: Date): string => {
  const day = [now.getFullYear(), twoDigits(now.getMonth() + 1), twoDigits(now.getDate())].join('-')
  return `pasted ${day} ${twoDigits(now.getHours())}${twoDigits(now.getMinutes())}`
}

/** Makes a file of a table copied from a spreadsheet; null for text of a single line. */
export const tableFile = (text: string, now = new Date()): File | null => {
  if (!/\S[\s\S]*\n[\s\S]*\S/.test(text)) return null
  const isTabbed = (text.split('\n')[0] ?? '').includes('\t')
  return new File([text], `${pastedName(now)}.${isTabbed ? 'tsv' : 'csv'}`, { type: 'text/plain' })
}

type OnFiles = (files: File[]) => void

const handleText = (text: string, take: OnFiles): void => {
  const file = tableFile(text)
  if (file) take([file])
  else say(t('The clipboard contains no table. Copy its rows with their header first.'), { kind: 'warn' })
}

/** Handles a pasted table or copied files. Ignores the image of the cells that spreadsheets add. */
export const handlePaste = ({ files, text }: { files: File[]; text: string }, take: OnFiles): void => {
  const tables = files.filter(({ type }) => !type.startsWith('image/'))
  if (text === '' && tables.length > 0) take(tables)
  else handleText(text, take)
}

/** Reads the clipboard; calls `onBlocked` if the browser refuses. */
export const pasteTable = async (take: OnFiles, onBlocked: () => void): Promise<void> => {
  let text: string
  try {
    text = await navigator.clipboard.readText()
  } catch {
    return onBlocked()
  }
  handleText(text, take)
}
