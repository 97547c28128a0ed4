import type { QuickTile } from '../chart.ts'

export const tile: QuickTile = { place: 6, word: 'Pie', name: 'Pie Chart', category: 'Part of a Whole' }
