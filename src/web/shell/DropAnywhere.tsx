import { useEffect, useState } from 'react'
import { FileUp } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { useSession } from '../data/session.ts'
import { lazyDialog } from '../lazy/lazy-part.tsx'
import { isLayerOpen } from '../ui/overlay/layers.ts'
import { usePaste } from '../upload/paste/use-paste.ts'
import { openUpload, useOverlays } from '../window/overlays.ts'
import css from './DropAnywhere.module.css'

const UploadDialog = lazyDialog(async () => (await import('../upload/UploadDialog.tsx')).UploadDialog)
const ConnectDialog = lazyDialog(async () => (await import('../connect/ConnectDialog.tsx')).ConnectDialog)

const carriesFiles = (event: DragEvent) => Boolean(event.dataTransfer?.types.includes('Files'))

/** Dropped files do not replace files that are being previewed. */
const isPreviewingFiles = () => (useOverlays.getState().upload?.length ?? 0) > 0
const isChoosingFile = () => useOverlays.getState().upload?.length === 0

/** Opens the upload when a file is dropped anywhere, or a table pasted outside of fields. */
export const GlobalDropTarget = () => {
  const { hasPermission } = useSession()
  const [isDraggingFiles, setDraggingFiles] = useState(false)
  const { upload, connect } = useOverlays()
  const allowed = hasPermission('can_upload', 'Database')
  usePaste(() => allowed && (isChoosingFile() || !isLayerOpen()), openUpload)

  useEffect(() => {
    if (!allowed) return
    let depth = 0
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth++
      setDraggingFiles(true)
    }
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setDraggingFiles(false)
    }
    const over = (event: DragEvent) => carriesFiles(event) && event.preventDefault()
    const drop = (event: DragEvent) => {
      depth = 0
      setDraggingFiles(false)
      if (!carriesFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length && !isPreviewingFiles()) openUpload(files)
    }
    window.addEventListener('dragenter', enter)
    window.addEventListener('dragleave', leave)
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragenter', enter)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
    }
  }, [allowed])

  return (
    <>
      {isDraggingFiles && !upload && (
        <div className={css['veil']}>
          <div className={css['card']}>
            <FileUp aria-hidden />
            {t('Drop to create a dataset')}
          </div>
        </div>
      )}
      {upload && (
        <UploadDialog
          key={upload.length === 0 ? 'ask' : 'look'}
          files={upload}
          onFiles={openUpload}
          onClose={() => useOverlays.setState({ upload: null })}
        />
      )}
      {connect !== null && <ConnectDialog engine={connect} onClose={() => useOverlays.setState({ connect: null })} />}
    </>
  )
}
