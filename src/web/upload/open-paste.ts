import { loadCode, reportLoadFault } from '../lazy/load-fault.ts'
import { openUpload } from '../window/overlays.ts'

/** Creates a dataset from the clipboard, or opens the dialog to paste into if the browser blocks reading it. */
export const openPaste = (): void =>
  void loadCode(() => import('./paste/paste-table.ts')).then(
    ({ pasteTable }) => pasteTable(openUpload, () => openUpload()),
    reportLoadFault,
  )
