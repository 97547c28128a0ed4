import type { QuickTile } from '../chart.ts'

export const tile: QuickTile = { place: 3, word: 'Area', name: 'Area Chart', category: 'Evolution', icon: 'area' }
