import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { CallError, errorText } from '../../data/call-error.ts'
import { paths } from '../../data/paths.ts'
import { draftKey } from '../../data/resources.ts'
import { useSession } from '../../data/session.ts'
import { readStored } from '../../dataset/stored.ts'
import type { DatasetTab } from '../../dataset/use-dataset-editor.ts'
import { canEditIn } from '../../lists/parts.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/State.tsx'
import { usePageTitle } from '../../window/use-page-title.ts'
import { DatasetForm } from './DatasetForm.tsx'
import css from './DatasetPage.module.css'
import { readFacts } from './facts.ts'

/** A dataset with its columns, metrics and settings, what it reads and who uses it. */
const DatasetPage = () => {
  const { id: name = '' } = useParams()
  const id = Number(name)
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const session = useSession()
  const [begin, setBegin] = useState(search.get('add') === 'metrics' ? ('metrics' as const) : undefined)
  const [tab, setTab] = useState<DatasetTab>(begin ?? 'metrics')
  // A reload of the page, or of the dataset, adds nothing more.
  useEffect(() => {
    if (search.has('add')) setSearch({}, { replace: true })
  }, [search, setSearch])
  const { data, error, refetch, isFetching, dataUpdatedAt } = useQuery({
    queryKey: draftKey('dataset', id),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) => {
      const facts = await readFacts(id, signal)
      return { stored: await readStored(id, signal), facts }
    },
  })
  usePageTitle(data?.facts.table_name ?? t('Dataset'))
  if (error instanceof CallError && error.status === 404)
    return (
      <EmptyState
        title={t('The dataset was not found')}
        text={t('It may have been deleted, or you may not have access to it.')}
        actions={<Button onClick={() => void navigate(paths.datasets)}>{t('Datasets')}</Button>}
      />
    )
  if (error) return <ErrorState title={t('The dataset could not be loaded')} text={errorText(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={css['page']}>
        <Skeleton height={320} />
      </div>
    )
  return (
    <DatasetForm
      key={dataUpdatedAt}
      id={id}
      stored={data.stored}
      facts={data.facts}
      canEdit={session.hasPermission('can_write', 'Dataset') && canEditIn(session)(data.facts)}
      canDuplicate={session.hasPermission('can_duplicate', 'Dataset')}
      isReloading={isFetching}
      {...{ begin, tab, setTab }}
      onReload={() => {
        setBegin(undefined)
        return refetch()
      }}
    />
  )
}

export default DatasetPage
