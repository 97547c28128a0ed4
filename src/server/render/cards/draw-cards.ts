import { gzipSync } from 'node:zlib'
import { drawTogether } from '#charts/shared/color/draw-together.ts'
import type { DashboardColors } from '#core/color/dashboard-colors.ts'
import type { Translate } from '#core/i18n/t.ts'
import type { ThemeName } from '#core/theme/tokens.ts'
import { drawColoredPicture } from '../draw.ts'
import type { ChartOfDashboard } from '../protocol.ts'
import { mergeThemes, type ThemedSvg } from './merge-themes.ts'

/** A chart as it is in its card. */
export type Card = ChartOfDashboard & { width: number; height: number }

export type CardPicture = ThemedSvg & {
  /** px */
  width: number
  height: number
  /** Size of the gzipped SVG. */
  gzipBytes: number
}

export type CardsRequest = DashboardColors & { cards: Card[]; locale?: string }

const drawAll = ({ cards, ...coloring }: CardsRequest, theme: ThemeName, t: Translate): (string | null)[] =>
  drawTogether(
    coloring,
    theme,
    cards.map((card) => (labelColors) => {
      try {
        return drawColoredPicture({ ...card, theme, labelColors, scrolls: true }, t)
      } catch {
        return null
      }
    }),
  )

/** Draws the cards of a dashboard, in the colours that they have together. A chart that cannot be drawn is null. */
export const drawCards = (request: CardsRequest, t: Translate): (CardPicture | null)[] => {
  const dark = drawAll(request, 'dark', t)
  return drawAll(request, 'light', t).map((light, i) => {
    const card = request.cards[i]
    const other = dark[i]
    const merged = light && other && card ? mergeThemes(light, other) : null
    if (!card || !merged) return null
    return { ...merged, width: card.width, height: card.height, gzipBytes: gzipSync(merged.svg, { level: 1 }).byteLength }
  })
}
