import { findChart } from '#charts/index.ts'
import { drawColored } from '#charts/shared/color/draw-colored.ts'
import type { Colored } from '#charts/shared/color/draw-colored.ts'
import { writtenReaders } from '#charts/shared/time-series/written.ts'
import { translator } from '#core/i18n/t.ts'
import type { DrawContext } from '#charts/chart.ts'
import { AppError } from '#core/errors.ts'
import type { FormData } from '#core/query/query-object.ts'
import { fromRows } from '#core/table.ts'
import { colors } from '#core/theme/tokens.ts'
import type { ThemeName } from '#core/theme/tokens.ts'
import { drawOption } from './echarts.ts'
import { figureFace, fontFace, measureText } from './measure.ts'

/** One query's answer as the wire has it. */
export type Answer = {
  colnames: string[]
  coltypes: number[]
  data: Record<string, unknown>[]
  label_map?: Record<string, string[]>
  annotation_data?: Record<string, unknown>
}

export type PictureRequest = Pick<DrawContext, 'verboseNames' | 'formats' | 'currencies' | 'labelColors'> & {
  viz_type: string
  form: FormData
  /** Answers of the chart's queries, or the body of a chart data answer as JSON text. */
  answers: Answer[] | string
  theme: ThemeName
  /** px */
  width: number
  height: number
  /** Without axes and words; only its figures are set in Inter. */
  thumbnail?: boolean
  /** Fills the ground with the theme's surface. */
  opaque?: boolean
  /** Language of its words and numbers; English without one. */
  locale?: string
}

const mostPixels = 8000

const answersOf = (answers: PictureRequest['answers']): Answer[] =>
  typeof answers === 'string' ? (JSON.parse(answers) as { result: Answer[] }).result : answers

/** Puts markup right behind the opening tag. */
const inside = (svg: string, markup: string): string => svg.replace(/^(\s*<svg[^>]*>)/, (opening) => opening + markup)

const ground = ({ theme, width, height }: PictureRequest) => `<rect width="${width}" height="${height}" fill="${colors[theme].surface}"/>`

/** A chart as an SVG document, in the words of `t`. Throws for an unknown chart type or a size that is none. */
export const drawPicture = (request: PictureRequest, t = translator()): string => drawColoredPicture(request, t).picture

/** The same, with the colours that its labels took. */
export const drawColoredPicture = (request: PictureRequest, t = translator()): Colored<string> => {
  const chart = findChart(request.viz_type)
  if (!chart) throw new AppError('GENERIC_COMMAND_ERROR', 'This visualization type is not supported.', { status: 404 })
  const { width, height } = request
  if (!(width > 0 && height > 0 && width <= mostPixels && height <= mostPixels))
    throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 'The size of a picture is between 1 and 8000 px.')
  const answers = answersOf(request.answers)
  const tables = answers.map(({ colnames, coltypes, data, label_map }) => fromRows(colnames, coltypes, data, label_map))
  const context: DrawContext = {
    ...request,
    t,
    animate: false,
    measure: measureText,
    written: writtenReaders,
    annotationData: Object.assign({}, ...answers.map((answer) => answer.annotation_data ?? {})) as Record<string, unknown>,
  }
  const { svg, option } = chart
  const drawn = drawColored(context, (colored) =>
    svg ? svg(tables, request.form, colored) : (option?.(tables, request.form, colored) ?? {}),
  )
  const picture = typeof drawn.picture === 'string' ? drawn.picture : drawOption(drawn.picture, request)
  const font = !picture.includes('<text') ? '' : request.thumbnail ? figureFace : fontFace
  return { ...drawn, picture: inside(picture, font + (request.opaque ? ground(request) : '')) }
}
