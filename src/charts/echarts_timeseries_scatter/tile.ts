import type { QuickTile } from '../chart.ts'

export const tile: QuickTile = { place: 7, word: 'Scatter', name: 'Scatter Plot', category: 'Evolution', icon: 'points' }
