import type { QuickTile } from '../chart.ts'

export const tile: QuickTile = { place: 4, word: 'Table', name: 'Table', category: 'Table' }
