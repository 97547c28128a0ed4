import { element, rect, svgOf } from '#charts/shared/svg/svg.ts'
import { colors } from '#core/theme/tokens.ts'
import type { ThemeName } from '#core/theme/tokens.ts'
import { figureFace } from './measure.ts'
import { dashboardCells } from './layout.ts'
import type { Cell, DashboardLayout } from './layout.ts'

export type DashboardPicture = {
  layout: DashboardLayout
  theme: ThemeName
  /** px */
  width: number
  height: number
}

/** A typical width of a dashboard, from which the picture is scaled down. */
const fullWidth = 1200
const margin = 8
/** Narrower charts are drawn at this width in px and scaled down. */
const minChartWidth = 256

const inner = (svg: string, cell: Cell, scale: number): string => {
  const [width, height] = [cell.width * scale, cell.height * scale]
  const body = svg
    .replace(/^\s*<svg[^>]*>/, '')
    .replace(/<\/svg>\s*$/, '')
    .replace(figureFace, '')
  const [, w, h] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  return element(
    'svg',
    {
      x: cell.x * scale,
      y: cell.y * scale,
      width,
      height,
      viewBox: `0 0 ${w ?? width} ${h ?? height}`,
      preserveAspectRatio: 'xMidYMid meet',
    },
    body,
  )
}

const cellText = (cell: Cell, scale: number, theme: ThemeName): string => {
  const c = colors[theme]
  const [x, y, width, height] = [cell.x * scale, cell.y * scale, cell.width * scale, cell.height * scale]
  if (cell.kind === 'header') return rect({ x, y: y + height / 3, width: Math.min(width, 60), height: 4 }, { fill: c.text3, rx: 1 })
  const lines = Math.min(8, Math.floor(height / 6))
  return Array.from({ length: lines }, (_, i) =>
    rect({ x, y: y + 2 + i * 6, width: width * (i % 3 === 2 ? 0.6 : 0.95), height: 2.5 }, { fill: c.lineStrong, rx: 1 }),
  ).join('')
}

/** A chart with its size in px. */
export type PlacedChart = { chartId: number; width: number; height: number }

/** A thumbnail of a dashboard's first tab; `drawAll` draws the charts in their sizes. */
export const dashboardThumbnail = (
  { layout, theme, ...wanted }: DashboardPicture,
  drawAll: (places: PlacedChart[]) => (string | null)[],
): string => {
  const c = colors[theme]
  const larger = Math.max(1, minChartWidth / wanted.width)
  const [width, height] = [wanted.width * larger, wanted.height * larger]
  const { cells } = dashboardCells(layout, fullWidth)
  const scale = (width - 2 * margin) / fullWidth
  const seen = cells.filter((cell) => cell.y * scale < height)
  const sizeOf = (cell: Cell) => ({
    width: Math.max(1, Math.round(cell.width * scale)),
    height: Math.max(1, Math.round(cell.height * scale)),
  })
  const placed = seen.flatMap((cell) => (cell.chartId === undefined ? [] : [{ cell, chartId: cell.chartId, ...sizeOf(cell) }]))
  const drawings = drawAll(placed.map(({ cell: _cell, ...place }) => place))
  const pictures = new Map(placed.map(({ cell }, i) => [cell, drawings[i] ?? null]))
  const drawn = seen.map((cell) => {
    if (cell.kind !== 'chart') return cellText(cell, scale, theme)
    const picture = pictures.get(cell)
    const card = { x: cell.x * scale, y: cell.y * scale, ...sizeOf(cell) }
    return rect(card, { fill: c.surface, stroke: c.line, 'stroke-width': 0.5, rx: 2 }) + (picture ? inner(picture, cell, scale) : '')
  })
  const svg = svgOf(
    width,
    height,
    drawn.some((picture) => picture.includes('<text')) ? figureFace : '',
    rect({ x: 0, y: 0, width, height }, { fill: c.canvas }),
    element('g', { transform: `translate(${margin} ${margin})` }, ...drawn),
  )
  return larger === 1 ? svg : svg.replace(/ width="[\d.]+" height="[\d.]+"/, ` width="${wanted.width}" height="${wanted.height}"`)
}
