import type { DashboardColors } from '#core/color/dashboard-colors.ts'
import type { ColorRule } from '#core/color/label-colors.ts'
import type { ErrorType } from '#core/errors.ts'
import type { CardsRequest } from './cards/draw-cards.ts'
import type { PictureRequest } from './draw.ts'
import type { DashboardPicture } from './dashboard.ts'

/** A chart of a dashboard picture; the layout determines its size. */
export type ChartOfDashboard = Omit<PictureRequest, 'theme' | 'width' | 'height' | 'thumbnail' | 'opaque' | 'locale'>

export type DashboardRequest = DashboardPicture &
  Pick<PictureRequest, 'locale'> & {
    charts: Record<number, ChartOfDashboard>
  } & DashboardColors

export type RenderRequest =
  | ({ kind: 'chart'; colorRule?: ColorRule } & PictureRequest)
  | ({ kind: 'dashboard' } & DashboardRequest)
  | ({ kind: 'cards' } & CardsRequest)

export type RenderMessage = { id: number; request: RenderRequest }
export type RenderError = { type: ErrorType; message: string; status: number }
/** `svg` is SVG text; for cards it is JSON text of a list of pictures. */
export type RenderAnswer = { id: number; svg: string } | { id: number; error: RenderError }
