import { useSession } from '../../data/session.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { useEditedRow } from '../../lists/use-edited.ts'
import { annotationLayersConfig, type LayerRow } from './annotation-layers-config.tsx'

const LayerSheet = lazyDialog(async () => (await import('./LayerSheet.tsx')).LayerSheet)

/** Layers of events that charts over time can show. */
const AnnotationLayersPage = () => {
  const session = useSession()
  const { edited, edit, close } = useEditedRow<LayerRow | 'new'>()
  return (
    <>
      <ListPage config={annotationLayersConfig({ session, edit })} />
      {edited !== null && (
        <LayerSheet key={edited === 'new' ? 'new' : edited.id} layer={edited === 'new' ? null : edited} onClose={close} />
      )}
    </>
  )
}

export default AnnotationLayersPage
