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

/** Files that are looked at already are not replaced by others. */
const isLooking = () => (useOverlays.getState().upload?.length ?? 0) > 0
const isAsking = () => useOverlays.getState().upload?.length === 0

/** A file let go anywhere, or a table pasted anywhere but into a field, opens the upload. */
export const DropAnywhere = () => {
  const { may } = useSession()
  const [hovering, setHovering] = useState(false)
  const { upload, connect } = useOverlays()
  const allowed = may('can_upload', 'Database')
  usePaste(() => allowed && (isAsking() || !isLayerOpen()), openUpload)

  useEffect(() => {
    if (!allowed) return
    let depth = 0
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth++
      setHovering(true)
    }
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setHovering(false)
    }
    const over = (event: DragEvent) => carriesFiles(event) && event.preventDefault()
    const drop = (event: DragEvent) => {
      depth = 0
      setHovering(false)
      if (!carriesFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length && !isLooking()) openUpload(files)
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
      {hovering && !upload && (
        <div className={css['veil']}>
          <div className={css['card']}>
            <FileUp aria-hidden />
            {t('Drop to make a dataset')}
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
