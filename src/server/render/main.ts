// The render process: receives requests over IPC and responds with SVG; has no access to databases or the network.
import { drawTogether } from '#charts/shared/color/draw-together.ts'
import type { Colored } from '#charts/shared/color/draw-colored.ts'
import type { LabelColors } from '#core/color/label-colors.ts'
import { AppError } from '#core/errors.ts'
import { negotiate, translatorFor } from '#core/i18n/locales.ts'
import { translator } from '#core/i18n/t.ts'
import { drawCards } from './cards/draw-cards.ts'
import { dashboardThumbnail } from './dashboard.ts'
import type { PlacedChart } from './dashboard.ts'
import { drawColoredPicture, drawPicture } from './draw.ts'
import type { RenderAnswer, RenderError, RenderMessage, RenderRequest } from './protocol.ts'

const draw = async (request: RenderRequest): Promise<string> => {
  const t = (await translatorFor(negotiate(request.locale, undefined))) ?? translator()
  if (request.kind === 'chart') {
    const { colorRule, theme: own } = request
    if (!colorRule) return drawPicture(request, t)
    const [picture] = drawTogether({ labelColors: {}, colorRule }, own, [
      (labelColors) => drawColoredPicture({ ...request, labelColors }, t),
    ])
    return picture ?? drawPicture(request, t)
  }
  if (request.kind === 'cards') return JSON.stringify(drawCards(request, t))
  const { charts, theme } = request
  const drawChart = ({ chartId, ...size }: PlacedChart, labelColors: LabelColors): Colored<string> | null => {
    const chart = charts[chartId]
    if (!chart) return null
    try {
      return drawColoredPicture({ ...chart, ...size, theme, labelColors, thumbnail: true }, t)
    } catch {
      return null
    }
  }
  return dashboardThumbnail(request, (places) =>
    drawTogether(
      request,
      theme,
      places.map((place) => (labelColors) => drawChart(place, labelColors)),
    ),
  )
}

/** Only expected errors keep their message; others, such as those of a broken form, get a general one. */
const toRenderError = (error: unknown): RenderError =>
  error instanceof AppError
    ? { type: error.type, message: error.message, status: error.status }
    : { type: 'GENERIC_BACKEND_ERROR', message: 'The picture could not be drawn.', status: 500 }

process.on('message', async ({ id, request }: RenderMessage) => {
  let answer: RenderAnswer
  try {
    answer = { id, svg: await draw(request) }
  } catch (error) {
    answer = { id, error: toRenderError(error) }
  }
  process.send?.(answer)
})
process.on('disconnect', () => process.exit())
