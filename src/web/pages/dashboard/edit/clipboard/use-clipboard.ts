import { useEffect } from 'react'
import { readClip } from '#core/layout/change/clipboard/clip.ts'
import { isTyping } from '../../../../ui/keys/use-keys.ts'
import { isLayerOpen } from '../../../../ui/overlay/layers.ts'
import { useDashboard, useMount } from '../../state/dashboard-context.ts'
import { removeParts } from '../selection/arrange.ts'
import { partsToChange } from '../selection/selection.ts'
import { clipText, pasteText, sayCopied } from './clip-actions.ts'

/** Copy, cut and paste of components with the browser's own keys and menus, which need no permission. */
export const useClipboard = () => {
  const mount = useMount()
  const isEditing = useDashboard((state) => state.isEditing)
  useEffect(() => {
    if (!isEditing) return
    const { store, root } = mount
    const isOurs = ({ target, defaultPrevented }: ClipboardEvent) =>
      !defaultPrevented && !isTyping(target) && !isLayerOpen() && (target === document.body || root.current?.contains(target as Node))
    const copy = (event: ClipboardEvent) => {
      const way = event.type === 'cut' ? 'cut' : 'copy'
      const ids = partsToChange(store)
      const hasSelectedText = getSelection()?.isCollapsed === false
      if (!isOurs(event) || hasSelectedText || ids.length === 0 || !event.clipboardData) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', clipText(store, ids))
      if (way === 'cut') removeParts(store, ids)
      sayCopied(ids.length, way)
    }
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const read = readClip(text)
      // Other texts are for the page, which takes tables.
      if (!isOurs(event) || ('fault' in read && read.fault === 'foreign')) return
      event.preventDefault()
      event.stopImmediatePropagation()
      void pasteText(mount, text)
    }
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    document.addEventListener('paste', paste, true)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', paste, true)
    }
  }, [mount, isEditing])
}
