import { elementOf, type Mount } from '../../state/mount.ts'

/** How long the component stays outlined. */
const outlinedMs = 2000

/** Opens the tabs of a component, scrolls to it, and outlines it. */
export const showPart = (mount: Mount, id: string): void => {
  const { history, reveal } = mount.store.getState()
  reveal(id)
  requestAnimationFrame(() => {
    const element = elementOf(mount, id)
    element?.scrollIntoView({ block: history.present.layout[id]?.type === 'TAB' ? 'nearest' : 'center' })
    element?.toggleAttribute('data-focused', true)
    setTimeout(() => element?.toggleAttribute('data-focused', false), outlinedMs)
  })
}
