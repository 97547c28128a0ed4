import { findChart } from '#charts/index.ts'
import { addNote, noteHeight, wrapNote } from '#charts/shared/svg/note.ts'
import { leftOutText } from '#charts/shared/text/left-out.ts'
import { drawColored } from '#charts/shared/color/draw-colored.ts'
import type { Colored } from '#charts/shared/color/draw-colored.ts'
import { writtenReaders } from '#charts/shared/time-series/written.ts'
import { drawStill } from '#charts/stills.ts'
import { translator } from '#core/i18n/t.ts'
import type { DrawContext } from '#charts/chart.ts'
import { AppError } from '#core/errors.ts'
import { drawnForm } from '#core/filters/effective-form.ts'
import type { FormData } from '#core/query/query-object.ts'
import { fromRows } from '#core/table.ts'
import { colors } from '#core/theme/tokens.ts'
import type { ThemeName } from '#core/theme/tokens.ts'
import { drawOption } from './echarts.ts'
import { figureFace, fontFace, measureText } from './measure.ts'

/** A query's result in the format of the API. */
export type Answer = {
  colnames: string[]
  coltypes: number[]
  data: Record<string, unknown>[]
  label_map?: Record<string, string[]>
  annotation_data?: Record<string, unknown>
  from_dttm?: number | null
  to_dttm?: number | null
}

export type PictureRequest = Pick<DrawContext, 'verboseNames' | 'formats' | 'currencies' | 'labelColors' | 'scrolls'> & {
  viz_type: string
  form: FormData
  /** Results of the chart's queries, or a chart data response body as JSON text. */
  answers: Answer[] | string
  theme: ThemeName
  /** px */
  width: number
  height: number
  /** Draw without axes and texts; only digits use Inter. */
  thumbnail?: boolean
  /** Fill the background with the theme's surface colour. */
  opaque?: boolean
  /** Locale of texts and numbers; English by default. */
  locale?: string
}

const maxSizePx = 8000

const answersOf = (answers: PictureRequest['answers']): Answer[] =>
  typeof answers === 'string' ? (JSON.parse(answers) as { result: Answer[] }).result : answers

/** Inserts markup after the opening tag. */
const insertAfterOpening = (svg: string, markup: string): string => svg.replace(/^(\s*<svg[^>]*>)/, (opening) => opening + markup)

const background = ({ theme, width, height }: PictureRequest) =>
  `<rect width="${width}" height="${height}" fill="${colors[theme].surface}"/>`

/** Draws a chart as an SVG document with the translations of `t`. @throws AppError for an unknown chart type or an invalid size */
export const drawPicture = (request: PictureRequest, t = translator()): string => drawColoredPicture(request, t).picture

/** Draws a chart and returns the colours of its labels as well. */
export const drawColoredPicture = (request: PictureRequest, t = translator()): Colored<string> => {
  const chart = findChart(request.viz_type)
  if (!chart) throw new AppError('GENERIC_COMMAND_ERROR', 'This visualization type is not supported.', { status: 404 })
  const { width, height } = request
  if (!(width > 0 && height > 0 && width <= maxSizePx && height <= maxSizePx))
    throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 'The size of a picture must be between 1 and 8000 px.')
  const answers = answersOf(request.answers)
  const tables = answers.map(({ colnames, coltypes, data, label_map, from_dttm = null, to_dttm = null }) => ({
    ...fromRows(colnames, coltypes, data, label_map),
    timeRange: [from_dttm, to_dttm] as const,
  }))
  const context: DrawContext = {
    ...request,
    t,
    animate: false,
    measure: measureText,
    written: writtenReaders,
    annotationData: Object.assign({}, ...answers.map((answer) => answer.annotation_data ?? {})) as Record<string, unknown>,
  }
  const drawAt = (px: number) =>
    drawColored({ ...context, height: px }, (colored) => drawStill(chart, tables, drawnForm(request.form), colored))
  const whole = drawAt(height)
  const note = whole.leftOut && !request.thumbnail ? wrapNote(leftOutText(whole.leftOut, t), context) : []
  const above = Math.max(1, height - noteHeight(note))
  const drawn = above < height ? drawAt(above) : whole
  const plain = typeof drawn.picture === 'string' ? drawn.picture : drawOption(drawn.picture, { width, height: above })
  const picture = addNote(plain, note, { height: above, fill: colors[request.theme].text2 })
  const font = !picture.includes('<text') ? '' : request.thumbnail ? figureFace : fontFace
  return { ...drawn, picture: insertAfterOpening(picture, font + (request.opaque ? background(request) : '')) }
}
