import { chartData } from '#api/chart-data.ts'
import type { DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import type { QueryContext, ResultFormat } from '#core/query/query-object.ts'
import { callRaw } from '../../data/call.ts'
import { faultText } from '../data/fault.ts'
import { say } from '../../ui/feedback/toast.ts'

/** Saves a file where the browser keeps downloads. */
export const downloadBlob = (blob: Blob, name: string) => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

export const downloadText = (text: string, name: string, type: string) => downloadBlob(new Blob([text], { type }), name)

const nameIn = (disposition: string | null): string | null => /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1] ?? null

type Downloaded = {
  name: string
  /** Of the chart, for the cause of a failure. */
  dataset: Pick<DatasetFacts, 'columns'> | null
}

/** Downloads the result of a chart's query. */
export const downloadData = async (question: QueryContext | null, format: Exclude<ResultFormat, 'json'>, { name, dataset }: Downloaded) => {
  if (!question) return
  try {
    const body = { ...question, result_format: format, result_type: 'full' as const }
    const response = await callRaw(chartData, { body })
    downloadBlob(await response.blob(), nameIn(response.headers.get('content-disposition')) ?? `${name}.${format}`)
  } catch (error) {
    say(t('Could not download the data: %(reason)s', { reason: faultText(error, dataset) }), { kind: 'bad' })
  }
}

/** `monthly-sales-2026-01-31T10-00-00.000Z.jpg` */
export const imageName = (title: string, at: Date, format: ImageFormat = 'jpg'): string => {
  const kebab = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return [kebab, `${at.toISOString().replaceAll(':', '-')}.${format}`].filter(Boolean).join('-')
}

type ImageFormat = 'jpg' | 'png' | 'svg'

const drawImage = async (element: HTMLElement, { format = 'jpg', ...options }: DownloadOptions): Promise<Blob> => {
  if (format === 'svg') return (await import('./vector-image.ts')).vectorImage(element)
  return (await import('./element-image.ts')).elementImage(element, { ...options, format })
}

type DownloadOptions = { margin?: number; format?: ImageFormat }

/** Downloads an element of the page as an image named after its title. */
export const downloadImage = async (element: HTMLElement | null, title: string, options: DownloadOptions = {}) => {
  try {
    if (!element) throw new Error('nothing to draw')
    downloadBlob(await drawImage(element, options), imageName(title, new Date(), options.format))
  } catch {
    say(t('Image download failed, please refresh and try again.'), { kind: 'bad' })
  }
}
