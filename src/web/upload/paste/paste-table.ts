import { t } from '#core/i18n/t.ts'
import { say } from '../../ui/feedback/toast.ts'

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** "pasted 2026-03-18 1405": another name than that of the last table that was pasted. */
const nameAt = (now: Date): string => {
  const day = [now.getFullYear(), twoDigits(now.getMonth() + 1), twoDigits(now.getDate())].join('-')
  return `pasted ${day} ${twoDigits(now.getHours())}${twoDigits(now.getMinutes())}`
}

/** A table as spreadsheets leave it in the clipboard, as a file; null for text of a single line. */
export const tableFile = (text: string, now = new Date()): File | null => {
  if (!/\S[\s\S]*\n[\s\S]*\S/.test(text)) return null
  const isTabbed = (text.split('\n')[0] ?? '').includes('\t')
  return new File([text], `${nameAt(now)}.${isTabbed ? 'tsv' : 'csv'}`, { type: 'text/plain' })
}

type Take = (files: File[]) => void

const takeText = (text: string, take: Take): void => {
  const file = tableFile(text)
  if (file) take([file])
  else say(t('The clipboard holds no table: copy its rows, with their header, first.'), { kind: 'warn' })
}

/** Takes what a paste brings: a table, or files that were copied. Spreadsheets add a picture of the cells, which is left. */
export const takePasted = ({ files, text }: { files: File[]; text: string }, take: Take): void => {
  const tables = files.filter(({ type }) => !type.startsWith('image/'))
  if (text === '' && tables.length > 0) take(tables)
  else takeText(text, take)
}

/** Asks the browser for the clipboard; where it refuses, `ask` opens what takes a paste by key. */
export const pasteTable = async (take: Take, ask: () => void): Promise<void> => {
  let text: string
  try {
    text = await navigator.clipboard.readText()
  } catch {
    return ask()
  }
  takeText(text, take)
}
