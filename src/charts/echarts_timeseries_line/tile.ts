import type { QuickTile } from '../chart.ts'

export const tile: QuickTile = { place: 1, word: 'Line', name: 'Line Chart', category: 'Evolution' }
