import { loadCode, reportLoadFault } from '../lazy/load-fault.ts'
import { openUpload } from '../window/overlays.ts'

/** A new dataset from the clipboard, or the dialog that takes a paste by key. */
export const openPaste = (): void =>
  void loadCode(() => import('./paste/paste-table.ts')).then(
    ({ pasteTable }) => pasteTable(openUpload, () => openUpload()),
    reportLoadFault,
  )
