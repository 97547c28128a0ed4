import { layerInfo } from '#api/annotation-layer.ts'
import { t } from '#core/i18n/t.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { useEditedRow } from '../../lists/use-edited.ts'
import { useListSession } from '../../lists/use-list-session.ts'
import { annotationLayersConfig, type LayerRow } from './annotation-layers-config.tsx'

const LayerSheet = lazyDialog(async () => (await import('./LayerSheet.tsx')).LayerSheet)

/** Layers of events that charts over time can show. */
const AnnotationLayersPage = () => {
  const session = useListSession({ info: layerInfo, view: 'Annotation', noun: t.plural(1, 'annotation layer', 'annotation layers') })
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
