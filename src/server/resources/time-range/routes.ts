import { timeRange, timeRangeQuestion } from '#api/time-range.ts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { holidaysOf } from '#core/time/holidays.ts'
import { TimeError } from '#core/time/time-error.ts'
import { previewTimeRange } from '#core/time/time-range.ts'
import { toWall } from '#core/time/zone.ts'
import { serve, type App } from '../../http/serve.ts'

/** Evaluates time range texts in the server's time zone. */
export const timeRanges = (app: App): void => {
  const { config } = app.ctx

  serve(app, timeRange, async ({ q }) => {
    const asked = timeRangeQuestion.safeParse(q)
    if (!asked.success) throw new MessageError(400, t('Not a valid time range'))
    const now = toWall(Math.floor(app.ctx.now().getTime() / 1000) * 1000, config.timezone)
    const { relativeStart, relativeEnd } = config
    const preview = (text: string, shift: string | undefined) => {
      try {
        const context = { now, holidays: holidaysOf, relativeStart, relativeEnd, ...(shift && { timeShift: shift }) }
        return { ...previewTimeRange(text, context), shift: shift ?? null }
      } catch (error) {
        if (!(error instanceof TimeError)) throw error
        throw new MessageError(400, t('Unexpected time range: %(error)s', { error: error.reason }), { cause: error })
      }
    }
    return { result: asked.data.map((one) => preview(one.timeRange, one.shift)) }
  })
}
