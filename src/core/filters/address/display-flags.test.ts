import { expect, test } from 'vitest'
import { readDisplayFlags } from './display-flags.ts'

const words = { hidesTopBar: 'top bar', hidesTitle: 'title', hidesTabs: 'tabs', hidesCardControls: 'card controls' }

test.each<[search: string, standalone: number, hidden: string]>([
  ['', 0, ''],
  ['standalone=', 0, ''],
  ['standalone=0', 0, ''],
  ['standalone=false', 0, ''],
  ['standalone=x', 0, ''],
  ['standalone=4', 0, ''],
  ['standalone=1', 1, 'top bar'],
  ['standalone=true', 1, 'top bar'],
  ['standalone=2', 2, 'top bar, title'],
  ['standalone=3', 3, 'top bar, title, tabs'],
  ['uiConfig=0', 0, ''],
  ['uiConfig=1', 0, 'title'],
  ['uiConfig=2', 0, 'tabs'],
  ['uiConfig=4', 0, 'top bar'],
  ['uiConfig=8', 0, 'card controls'],
  ['uiConfig=11', 0, 'title, tabs, card controls'],
  ['uiConfig=15', 0, 'top bar, title, tabs, card controls'],
  ['uiConfig=x', 0, ''],
  ['standalone=1&uiConfig=8', 1, 'top bar, card controls'],
])('?%s is standalone %i and hides: %s', (search, standalone, hidden) => {
  const { standalone: level, ...flags } = readDisplayFlags(new URLSearchParams(search))
  const names = Object.entries(words).flatMap(([flag, name]) => (flags[flag as keyof typeof flags] ? [name] : []))
  expect([level, names.join(', ')]).toEqual([standalone, hidden])
})
