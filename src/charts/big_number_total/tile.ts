import type { QuickTile } from '../chart.ts'

export const tile: QuickTile = { place: 5, word: 'Big number', name: 'Big Number', category: 'KPI' }
