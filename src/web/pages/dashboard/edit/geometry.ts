import type { Box, Geometry } from '#core/layout/drop-target.ts'

/** Where the components stand on the screen now; each is measured once. */
export const pageGeometry = (): Geometry => {
  const measured = new Map<string, Box | null>()
  const boxOf = (selector: string): Box | null => {
    const known = measured.get(selector)
    if (known !== undefined) return known
    const rect = document.querySelector(selector)?.getBoundingClientRect()
    const box = rect && rect.width > 0 ? { left: rect.left, top: rect.top, width: rect.width, height: rect.height } : null
    measured.set(selector, box)
    return box
  }
  return {
    box: (id) => boxOf(`[data-component="${CSS.escape(id)}"]`),
    tab: (id) => boxOf(`[data-tab="${CSS.escape(id)}"]`),
  }
}
