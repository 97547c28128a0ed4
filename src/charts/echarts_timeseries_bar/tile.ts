import type { QuickTile } from '../chart.ts'

export const tile: QuickTile = { place: 2, word: 'Bar', name: 'Bar Chart', category: 'Evolution', icon: 'bars' }
