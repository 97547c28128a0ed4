import type { QuickTile } from '#charts/chart.ts'

const modules = import.meta.glob<{ tile: QuickTile }>('../../../../charts/*/tile.ts', { eager: true })

/** The tiles that are always shown, in order. Each folder has the type's wire name. */
export const quickTiles: readonly (QuickTile & { vizType: string })[] = Object.entries(modules)
  .map(([path, { tile }]) => ({ ...tile, vizType: path.split('/').at(-2) ?? '' }))
  .toSorted((a, b) => a.place - b.place)
