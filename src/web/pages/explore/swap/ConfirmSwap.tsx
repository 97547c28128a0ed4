import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../data/call-error.ts'
import { loadedChart } from '../../../frame/chart-registry.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { ErrorState } from '../../../ui/feedback/State.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import type { ExploreDataset } from '../data/answer.ts'
import { fetchDataset } from '../data/dataset.ts'
import { useExplore, useExploreStore, useForm } from '../state/explore-context.ts'
import css from '../data-pane/SwapDataset.module.css'
import { proposeMapping } from './propose.ts'
import { reportSwap } from './references.ts'
import { renameFields } from './rename.ts'
import type { Mapping } from './rename.ts'
import { SwapReview } from './SwapReview.tsx'

type Props = { id: number; name: string; onBack: () => void; onClose: () => void }

/** The last step of a swap: what changes, and the confirmation. */
export const ConfirmSwap = ({ id, name, onBack, onClose }: Props) => {
  const { data: next, error, refetch } = useQuery({ queryKey: ['swap-dataset', id], gcTime: 0, queryFn: () => fetchDataset(id) })
  if (next) return <Confirm key={id} {...{ next, name, onBack, onClose }} />
  return (
    <Dialog open title={t('Swap dataset')} width={560} onClose={onClose} footer={<Back onBack={onBack} />}>
      {error ? (
        <ErrorState title={t('The dataset could not be loaded')} text={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={120} />
      )}
    </Dialog>
  )
}

const Back = ({ onBack }: { onBack: () => void }) => (
  <Button kind="quiet" onClick={onBack}>
    {t('Cancel')}
  </Button>
)

const Confirm = ({ next, name, onBack, onClose }: Omit<Props, 'id'> & { next: ExploreDataset }) => {
  const store = useExploreStore()
  const form = useForm()
  const before = useExplore((state) => state.dataset)
  const chart = loadedChart(form.viz_type)
  const [report] = useState(() => (chart ? reportSwap(chart, form, next) : { missing: [], expressions: [] }))
  const [mapping, setMapping] = useState<Mapping>(() => proposeMapping(report.missing, before, next))
  const proceed = () => {
    store.getState().swapDataset(next, chart ? renameFields(chart, form, { mapping, next }) : form)
    say(t('Successfully changed dataset!'), { kind: 'good' })
    onClose()
  }
  return (
    <Dialog
      open
      bare
      title={t('Swap dataset')}
      width={report.missing.length > 0 ? 560 : 432}
      onClose={onClose}
      footer={
        <>
          <Back onBack={onBack} />
          <Button kind="primary" onClick={proceed}>
            {t('Proceed')}
          </Button>
        </>
      }
    >
      <div className={css['question']}>
        <p className={css['confirm']}>
          <TriangleAlert aria-hidden />
          <span>
            <strong>{t('Warning!')}</strong> {t('Changing the dataset may break the chart if the metadata does not exist.')}
            <br />
            {t('Use “%(name)s” for this chart?', { name })}
          </span>
        </p>
        <SwapReview {...{ report, before, next, mapping }} onMapping={setMapping} />
      </div>
    </Dialog>
  )
}
