import { chartData } from '#api/chart-data.ts'
import { t } from '#core/i18n/t.ts'
import type { QueryContext, ResultFormat } from '#core/query/query-object.ts'
import { callRaw, type CallInput } from '../data/call.ts'
import { textOf } from '../data/call-error.ts'
import { say } from '../ui/toast.ts'

/** Hands a file to the browser. */
export const saveFile = (blob: Blob, name: string) => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

const nameIn = (disposition: string | null): string | null => /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1] ?? null

/** The answer to a chart's question as a file. */
export const downloadData = async (question: QueryContext | null, format: Exclude<ResultFormat, 'json'>, name: string) => {
  if (!question) return
  try {
    const body = { ...question, result_format: format, result_type: 'full' as const }
    const response = await callRaw(chartData, { body: body as unknown as NonNullable<CallInput<typeof chartData>['body']> })
    saveFile(await response.blob(), nameIn(response.headers.get('content-disposition')) ?? `${name}.${format}`)
  } catch (error) {
    say(t('Could not download the data: %(reason)s', { reason: textOf(error) }), { kind: 'bad' })
  }
}
