import { Database, FileQuestion, Link2Off, Lock } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { CallError, errorText } from '../../data/call-error.ts'
import { paths } from '../../data/paths.ts'
import { preloadECharts } from '../../frame/echarts/load-echarts.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/State.tsx'
import { ProgressLine } from '../../ui/feedback/ProgressLine.tsx'
import { isMissingChart, isMissingDataset } from './data/answer.ts'
import { useOpened } from './data/load.ts'
import type { Opened } from './data/load.ts'
import { Explore } from './Explore.tsx'
import { isAddressed, readAddress, writeAddress } from './state/address.ts'
import type { Address } from './state/address.ts'
import { ExploreContext } from './state/explore-context.ts'
import { createExplore } from './state/store.ts'

const SwapDataset = lazyDialog(async () => (await import('./data-pane/SwapDataset.tsx')).SwapDataset)

preloadECharts()

/** The address that was opened. URL changes written by the page itself do not change it. */
const useAddress = (): {
  address: Address
  write: (
    change: { formDataKey?: string | null; sliceId?: number | null },
    state: { datasource: { id: number | string; type: string } },
  ) => void
} => {
  const location = useLocation()
  const navigate = useNavigate()
  const lastWritten = useRef<string | null>(null)
  const [opened, setOpened] = useState({ pathname: location.pathname, search: location.search })
  const here = location.pathname + location.search
  if (here !== opened.pathname + opened.search && location.state !== 'own')
    setOpened({ pathname: location.pathname, search: location.search })
  const address = useMemo(() => readAddress(opened.pathname, new URLSearchParams(opened.search)), [opened])
  const write = useCallback<ReturnType<typeof useAddress>['write']>(
    (change, { datasource }) => {
      const search = new URLSearchParams(window.location.search)
      const now = readAddress(window.location.pathname, search)
      const next = writeAddress(search, {
        formDataKey: change.formDataKey === undefined ? now.formDataKey : change.formDataKey,
        sliceId: change.sliceId === undefined ? now.sliceId : change.sliceId,
        datasource,
      })
      const target = `/explore/?${String(next)}`
      if (lastWritten.current === target) return
      lastWritten.current = target
      void navigate(target, { replace: true, state: 'own' })
    },
    [navigate],
  )
  return { address, write }
}

const ExplorePage = () => {
  const { address, write } = useAddress()
  const opened = useOpened(address)
  if (!isAddressed(address))
    return (
      <EmptyState
        fills
        icon={<Link2Off />}
        title={t('Missing URL parameters')}
        text={t('The URL is missing the dataset_id or slice_id parameters.')}
        actions={
          <ButtonLink kind="primary" to={paths.newChart}>
            {t('New chart')}
          </ButtonLink>
        }
      />
    )
  if (opened.error instanceof CallError && opened.error.status === 403)
    return (
      <EmptyState
        fills
        icon={<Lock />}
        title={address.sliceId === null ? t('You have no access to this dataset') : t('You have no access to this chart’s data')}
        text={t('Ask an owner of the dataset, or an administrator, to give you access.')}
        actions={<ButtonLink to={paths.charts}>{t('All charts')}</ButtonLink>}
      />
    )
  if (opened.isError)
    return (
      <ErrorState fills title={t('This chart could not be opened')} text={errorText(opened.error)} onRetry={() => void opened.refetch()} />
    )
  if (!opened.data) return <ProgressLine label={t('Loading')} />
  if (isMissingChart(opened.data.answer, address.sliceId))
    return (
      <EmptyState
        fills
        icon={<FileQuestion />}
        title={t('Missing chart')}
        text={t('It may have been deleted, or you may not have access to it.')}
        actions={
          <ButtonLink kind="primary" to={paths.charts}>
            {t('All charts')}
          </ButtonLink>
        }
      />
    )
  return <OpenedExplore key={opened.dataUpdatedAt} opened={opened.data} address={address} write={write} />
}

type OpenedProps = { opened: Opened; address: Address; write: ReturnType<typeof useAddress>['write'] }

const OpenedExplore = ({ opened, address, write }: OpenedProps) => {
  const [store] = useState(() => createExplore(opened.answer, opened.first, opened.context))
  const dataset = store((state) => state.dataset)
  const [swapping, setSwapping] = useState(false)
  if (isMissingDataset(dataset))
    return (
      <ExploreContext value={store}>
        <EmptyState
          fills
          icon={<Database />}
          title={t('Missing dataset')}
          text={t('The dataset linked to this chart may have been deleted.')}
          actions={
            <Button kind="primary" onClick={() => setSwapping(true)}>
              {t('Swap dataset')}
            </Button>
          }
        />
        {swapping && <SwapDataset onClose={() => setSwapping(false)} />}
      </ExploreContext>
    )
  return (
    <ExploreContext value={store}>
      <Explore force={address.force} standalone={address.isStandalone} onAddress={write} />
    </ExploreContext>
  )
}

export default ExplorePage
