/**
 * Texts that lie over a field they are no part of, and fields that run out of the window. Runs in the page, so it uses nothing from outside.
 * Texts and fields that scroll apart (one in a sticky head, say) are not compared.
 */
export const textsOverFields = (root: Element): string[] => {
  const frameOf = (element: Element): Element | null => {
    for (let up = element.parentElement; up; up = up.parentElement) {
      const { overflowY, position } = getComputedStyle(up)
      if (/auto|scroll/.test(overflowY) || position === 'sticky' || position === 'fixed') return up
    }
    return null
  }
  const visible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.visually-hidden, [data-picture], table')
  const fields = [...root.querySelectorAll('input, select, textarea, button, [role=combobox], [role=radiogroup]')].filter(
    (field) => visible(field) && field.getBoundingClientRect().width > 2,
  )
  const found = fields
    .filter((field) => field.getBoundingClientRect().right > window.innerWidth + 1 && !field.closest('[role=tablist], [role=radiogroup]'))
    .map((field) => `${field.textContent ?? field.tagName} leaves the window`)
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement
    const text = node.textContent?.trim()
    if (!holder || !text || !visible(holder)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const frame = frameOf(holder)
    // What is cut with an ellipsis ends at the box that cuts it.
    const end = getComputedStyle(holder).overflowX === 'visible' ? Infinity : holder.getBoundingClientRect().right
    for (const box of range.getClientRects())
      for (const field of fields) {
        if (field.contains(holder) || holder.contains(field) || frameOf(field) !== frame) continue
        const other = field.getBoundingClientRect()
        const across = Math.min(box.right, end, other.right) - Math.max(box.left, other.left)
        const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)
        if (across > 1 && down > 3) found.push(`“${text}” lies ${Math.round(across)} px over “${field.textContent || field.tagName}”`)
      }
  }
  return [...new Set(found)]
}
