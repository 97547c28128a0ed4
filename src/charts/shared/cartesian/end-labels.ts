import type { Measure } from './category-labels.ts'

/** A text beside the end of a line. */
export type EndLabel = { id: string; name: string; value: string; /** Place of the line's end, px from the plot's top. */ y: number }

export type PlacedLabel = EndLabel & { /** How far the text is moved from its line's end, px. */ shift: number }

const maxLabels = 6
const minDistance = 17
const gap = 6

export const labelWidth = (labels: Omit<EndLabel, 'y'>[], measure: Measure): number =>
  Math.ceil(Math.max(0, ...labels.map(({ name, value }) => measure(`${name} `, 12, 600) + measure(value, 12)))) + gap

/** Whether the lines can carry their names at their ends: few, and room for them beside and above each other. */
export const canLabelEnds = (count: number, { width, height, labels }: { width: number; height: number; labels: number }): boolean =>
  count >= 2 &&
  count <= maxLabels &&
  count * minDistance <= height &&
  labels <= width * (count <= 3 ? 0.4 : 0.3) &&
  (count <= 3 || height >= 180)

/** Pushes neighbours minDistance; what would leave the plot is pushed back. */
export const spreadLabels = (labels: EndLabel[], height: number): PlacedLabel[] => {
  const sorted = labels.toSorted((a, b) => a.y - b.y)
  const places = sorted.map(({ y }) => y)
  for (let i = 1; i < places.length; i += 1) places[i] = Math.max(places[i] as number, (places[i - 1] as number) + minDistance)
  const last = places.length - 1
  if (last >= 0) places[last] = Math.min(places[last] as number, height)
  for (let i = last - 1; i >= 0; i -= 1) places[i] = Math.min(places[i] as number, (places[i + 1] as number) - minDistance)
  return sorted.map((label, i) => ({ ...label, shift: (places[i] as number) - label.y }))
}
