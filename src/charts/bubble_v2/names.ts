import { placeOf } from '../shared/cartesian/value-axis.ts'
import type { ValueAxisPlan } from '../shared/cartesian/value-axis.ts'
import type { Bubble } from './points.ts'

type Box = { left: number; right: number; top: number; bottom: number }
type Plot = { width: number; height: number; x: ValueAxisPlan; y: ValueAxisPlan }
export type Side = 'right' | 'left' | 'top' | 'bottom'

const line = 16
const gap = 4
const maxNames = 12
const maxCandidates = 40

const boxAt = (side: Side, [x, y]: [number, number], radius: number, width: number): Box => {
  const reach = radius + gap
  if (side === 'right') return { left: x + reach, right: x + reach + width, top: y - line / 2, bottom: y + line / 2 }
  if (side === 'left') return { left: x - reach - width, right: x - reach, top: y - line / 2, bottom: y + line / 2 }
  const [left, right] = [x - width / 2, x + width / 2]
  return side === 'top'
    ? { left, right, top: y - reach - line, bottom: y - reach }
    : { left, right, top: y + reach, bottom: y + reach + line }
}

const apart = (a: Box, b: Box) => a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top

/** Which bubbles say their names, and on which side: the big ones where the name covers nothing else. */
export const placeNames = (
  bubbles: Bubble[],
  plot: Plot,
  { diameterOf, widthOf }: { diameterOf: (size: number | null) => number; widthOf: (name: string) => number },
): Map<Bubble, Side> => {
  const points = bubbles.map((bubble): [number, number] => [
    placeOf(plot.x, bubble.x) * plot.width,
    (1 - placeOf(plot.y, bubble.y)) * plot.height,
  ])
  const discs = bubbles.map((bubble, i): Box => {
    const [[x, y], radius] = [points[i] as [number, number], diameterOf(bubble.size) / 2]
    return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }
  })
  const inside = ({ left, right, top, bottom }: Box) => left >= 0 && right <= plot.width && top >= 0 && bottom <= plot.height
  const placed = new Map<Bubble, Side>()
  const boxes: Box[] = []
  for (const [i, bubble] of bubbles.slice(0, maxCandidates).entries()) {
    if (placed.size >= maxNames) break
    const boxOf = (side: Side) => boxAt(side, points[i] as [number, number], diameterOf(bubble.size) / 2, widthOf(bubble.name))
    const side = (['right', 'left', 'top', 'bottom'] as const).find((candidate) => {
      const box = boxOf(candidate)
      return inside(box) && boxes.every((other) => apart(box, other)) && discs.every((disc, j) => j === i || apart(box, disc))
    })
    if (!side) continue
    placed.set(bubble, side)
    boxes.push(boxOf(side))
  }
  return placed
}
