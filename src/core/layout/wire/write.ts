import type { Layout } from '../component.ts'
import { headerId, rootId, unknownTypeKey, versionKey } from '../component.ts'
import { pathTo } from '../tree.ts'

/** The layout as the wire has it. The title is in it too, as a header outside of the tree. */
export const writeLayout = (layout: Layout, title: string): Record<string, unknown> => ({
  [versionKey]: 'v2',
  [headerId]: { id: headerId, type: 'HEADER', meta: { text: title } },
  ...Object.fromEntries(
    Object.values(layout).map(({ id, type, children, meta: { [unknownTypeKey]: unknownType, ...meta } }) => [
      id,
      {
        type: unknownType ?? type,
        id,
        children,
        ...(type !== 'ROOT' && { parents: type === 'GRID' ? [rootId] : pathTo(layout, id) }),
        ...(type !== 'ROOT' && type !== 'GRID' && { meta }),
      },
    ]),
  ),
})
