import type { Box, Geometry } from '#core/layout/drag/drop-target.ts'
import { elementOf, type Mount } from '../../state/mount.ts'

/** The current positions of components on the screen; each is measured once. */
export const pageGeometry = (mount: Pick<Mount, 'root'>): Geometry => {
  const measured = new Map<string, Box | null>()
  const boxOf = (key: string, find: () => Element | null | undefined): Box | null => {
    const known = measured.get(key)
    if (known !== undefined) return known
    const rect = find()?.getBoundingClientRect()
    const box = rect && rect.width > 0 ? { left: rect.left, top: rect.top, width: rect.width, height: rect.height } : null
    measured.set(key, box)
    return box
  }
  return {
    box: (id) => boxOf(id, () => elementOf(mount, id)),
    tab: (id) => boxOf(`tab ${id}`, () => mount.root.current?.querySelector(`[data-tab="${CSS.escape(id)}"]`)),
  }
}
