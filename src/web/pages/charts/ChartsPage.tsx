import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { chartInfo } from '#api/chart.ts'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../data/call-error.ts'
import { paths } from '../../data/paths.ts'
import { markChanged } from '../../data/resources.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { duplicateChart } from '../../lists/charts/duplicate.ts'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { usePublicIds } from '../../lists/sharing/public-links.ts'
import { useEditedRow } from '../../lists/use-edited.ts'
import { useListSession } from '../../lists/use-list-session.ts'
import { useVizName } from '../../lists/viz-names.ts'
import { say } from '../../ui/feedback/toast.ts'
import { chartsConfig, type ChartRow } from './charts-config.tsx'

const AddToDashboard = lazyDialog(async () => (await import('../../lists/charts/AddToDashboard.tsx')).AddToDashboard)
const PropertiesSheet = lazyDialog(async () => (await import('../../lists/PropertiesSheet.tsx')).PropertiesSheet)
const PublicLinkDialog = lazyDialog(async () => (await import('../../lists/sharing/PublicLinkDialog.tsx')).PublicLinkDialog)

const useDuplicate = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ id, datasource_id }: ChartRow) => duplicateChart(id, datasource_id ?? 0),
    onSuccess: ({ id, name }) =>
      say(t('Duplicated as “%(name)s”', { name }), {
        kind: 'good',
        action: { label: t('Open chart'), run: () => void navigate(paths.chart(id)) },
      }),
    onError: (error, { slice_name: name }) =>
      say(t('Could not duplicate “%(name)s”: %(reason)s', { name, reason: errorText(error) }), { kind: 'bad' }),
    onSettled: () => markChanged(client, { kind: 'chart' }),
  })
}

const ChartsPage = () => {
  const session = useListSession({ info: chartInfo, view: 'Chart', noun: t.plural(1, 'chart', 'charts') })
  const vizName = useVizName()
  const duplicate = useDuplicate()
  const { edited, edit, close } = useEditedRow()
  const [added, add] = useState<ChartRow[] | null>(null)
  const [sharing, share] = useState<number | null>(null)
  const shared = usePublicIds('chart')
  return (
    <>
      <ListPage config={chartsConfig({ session, vizName, edit, duplicate: (row) => duplicate.mutate(row), add, share, shared })} />
      {edited !== null && <PropertiesSheet key={edited} kind="chart" id={edited} onClose={close} />}
      {added && <AddToDashboard charts={added} onClose={() => add(null)} />}
      {sharing !== null && <PublicLinkDialog kind="chart" id={sharing} onClose={() => share(null)} />}
    </>
  )
}

export default ChartsPage
