import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { layerGet, layerInfo } from '#api/annotation-layer.ts'
import { t } from '#core/i18n/t.ts'
import { callRecord } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { useEditedRow } from '../../lists/use-edited.ts'
import { useListSession } from '../../lists/use-list-session.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ErrorState } from '../../ui/feedback/State.tsx'
import { annotationsConfig, type AnnotationRow } from './annotations-config.tsx'

const AnnotationSheet = lazyDialog(async () => (await import('./AnnotationSheet.tsx')).AnnotationSheet)

/** The events of one annotation layer. */
const AnnotationsPage = () => {
  const { id = '' } = useParams()
  const session = useListSession({ info: layerInfo, view: 'Annotation', noun: t.plural(1, 'annotation layer', 'annotation layers') })
  const layerId = Number(id)
  const { data, error, refetch } = useQuery({
    queryKey: [layerGet.path, layerId],
    queryFn: async ({ signal }) => (await callRecord(layerGet, { params: { pk: layerId }, columns: ['name'] }, { signal })).data.result,
  })
  const { edited, edit, close } = useEditedRow<AnnotationRow | 'new'>()
  if (error)
    return <ErrorState title={t('The annotation layer could not be loaded')} text={errorText(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  const layer = { id: layerId, name: data.name }
  return (
    <>
      <ListPage config={annotationsConfig({ session, layer, edit })} />
      {edited !== null && (
        <AnnotationSheet
          key={edited === 'new' ? 'new' : edited.id}
          layerId={layerId}
          annotation={edited === 'new' ? null : edited}
          onClose={close}
        />
      )}
    </>
  )
}

export default AnnotationsPage
