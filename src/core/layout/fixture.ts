import type { ComponentType, Layout, Meta, Outcome } from './component.ts'
import { readLayout } from './wire/read.ts'
import { topTabs } from './tree.ts'

/** A layout from nested lists: `['ROW', 'r', [['CHART', 'a', 4]]]`; a number is a width. */
type Sketch = [ComponentType, string, (number | Sketch[])?, Sketch[]?]

export const sketch = (parts: Sketch[]): Layout => {
  const raw: Record<string, unknown> = {}
  const add = ([type, id, second, third]: Sketch): string => {
    const width = typeof second === 'number' ? second : undefined
    const children = (Array.isArray(second) ? second : (third ?? [])).map(add)
    const meta: Meta = { ...(width && { width }), ...(type === 'CHART' && { chartId: id.codePointAt(0) ?? 0 }) }
    raw[id] = { id, type, children, meta }
    return id
  }
  const top = parts[0]?.[0] === 'TABS' && parts[0][1] === 'top'
  const ids = parts.map(add)
  return readLayout({
    ...raw,
    ROOT_ID: { type: 'ROOT', children: top ? ids : ['GRID_ID'] },
    GRID_ID: { type: 'GRID', children: top ? [] : ids },
  })
}

/** The tree as a text: new ids are shown as their type. */
export const shown = (layout: Layout, id = topTabs(layout)?.id ?? 'GRID_ID'): string => {
  const component = layout[id]
  if (!component) return '?'
  const name = /-/.test(id) ? component.type.toLowerCase() : id
  const width = component.type === 'CHART' || component.type === 'COLUMN' ? `:${component.meta.width}` : ''
  const inside = component.children.map((child) => shown(layout, child)).join(' ')
  return `${name === 'GRID_ID' ? '' : name + width}${component.children.length || component.type === 'TAB' ? `(${inside})` : ''}`
}

/** What a change makes of a layout, or why it is refused. */
export const result = (outcome: Outcome): string => (outcome.refused ? outcome.refused : shown(outcome.layout))

/** Two rows and a header; the second row holds a column. */
export const two = () =>
  sketch([
    [
      'ROW',
      'r',
      [
        ['CHART', 'a', 4],
        ['CHART', 'b', 8],
      ],
    ],
    [
      'ROW',
      's',
      [
        ['CHART', 'c', 6],
        [
          'COLUMN',
          'k',
          3,
          [
            ['CHART', 'd', 3],
            ['ROW', 'n', [['CHART', 'e', 2]]],
          ],
        ],
      ],
    ],
    ['HEADER', 'h'],
  ])

/** Tabs over the dashboard, with tabs in the first. */
export const tabbed = () =>
  sketch([
    [
      'TABS',
      'top',
      [
        [
          'TAB',
          't1',
          [
            ['ROW', 'r', [['CHART', 'a', 4]]],
            [
              'TABS',
              'inner',
              [
                ['TAB', 'i1', [['ROW', 's', [['CHART', 'b', 4]]]]],
                ['TAB', 'i2'],
              ],
            ],
          ],
        ],
        ['TAB', 't2'],
      ],
    ],
  ])
