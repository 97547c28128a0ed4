import type { Layout } from '../component.ts'
import { newComponent } from '../new-component.ts'
import { withComponent } from '../tree.ts'

/** Adds a copy of a component of `source` and everything below it to `target`, under new ids. The copy has no parent yet. */
export const copySubtree = (source: Layout, id: string, target: Layout): { layout: Layout; id: string } | null => {
  const original = source[id]
  if (!original) return null
  const children: string[] = []
  let next = target
  for (const child of original.children) {
    const copy = copySubtree(source, child, next)
    if (!copy) continue
    next = copy.layout
    children.push(copy.id)
  }
  const component = { ...newComponent(next, original.type), meta: original.meta, children }
  return { layout: withComponent(next, component), id: component.id }
}
