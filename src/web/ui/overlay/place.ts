export type Side = 'bottom' | 'top' | 'left' | 'right'
export type Align = 'start' | 'center' | 'end'
export type Placement = `${Side}-${Align}`

export type Box = { left: number; top: number; width: number; height: number }
type Size = { width: number; height: number }

const margin = 8

const flipped: Record<Side, Side> = { bottom: 'top', top: 'bottom', left: 'right', right: 'left' }

/** The placement that reads the same from right to left. */
export const mirrored = (placement: Placement): Placement => {
  const [side, align] = placement.split('-') as [Side, Align]
  if (side === 'left' || side === 'right') return `${flipped[side]}-${align}`
  return `${side}-${align === 'start' ? 'end' : align === 'end' ? 'start' : align}`
}

const roomAt = (side: Side, anchor: Box, view: Size): number =>
  side === 'bottom'
    ? view.height - anchor.top - anchor.height
    : side === 'top'
      ? anchor.top
      : side === 'right'
        ? view.width - anchor.left - anchor.width
        : anchor.left

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, Math.max(low, high)))

/**
 * Where a floating box of a size goes beside its anchor: on the wished side when it fits or when the other side has less room,
 * shifted to stay 8 px inside the view. All px in the view's coordinates.
 */
export const place = (anchor: Box, floating: Size, view: Size, wish: { placement: Placement; gap: number }) => {
  const [wished, align] = wish.placement.split('-') as [Side, Align]
  const upright = wished === 'bottom' || wished === 'top'
  const needed = (upright ? floating.height : floating.width) + wish.gap + margin
  const fits = roomAt(wished, anchor, view) >= needed
  const side = fits || roomAt(flipped[wished], anchor, view) <= roomAt(wished, anchor, view) ? wished : flipped[wished]

  const along = (start: number, length: number, size: number) =>
    align === 'start' ? start : align === 'end' ? start + length - size : start + (length - size) / 2
  const left = upright
    ? along(anchor.left, anchor.width, floating.width)
    : side === 'right'
      ? anchor.left + anchor.width + wish.gap
      : anchor.left - floating.width - wish.gap
  const top = upright
    ? side === 'bottom'
      ? anchor.top + anchor.height + wish.gap
      : anchor.top - floating.height - wish.gap
    : along(anchor.top, anchor.height, floating.height)

  return {
    side,
    left: Math.round(clamp(left, margin, view.width - floating.width - margin)),
    top: Math.round(clamp(top, margin, view.height - floating.height - margin)),
  }
}
