import { pasteTable } from '../upload/paste-table.ts'
import { openUpload } from './overlays.ts'

/** A new dataset from the clipboard, or the dialog that takes a paste by key. */
export const openPaste = (): void => void pasteTable(openUpload, () => openUpload())
