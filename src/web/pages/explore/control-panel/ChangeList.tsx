import { ArrowRight, RotateCcw } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { loadedChart } from '../../../frame/chart-registry.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { isMissingDataset } from '../data/answer.ts'
import { useExplore, useExploreStore, useForm } from '../state/explore-context.ts'
import { useRun } from '../state/run.ts'
import { listChanges } from './changes.ts'
import type { Change } from './changes.ts'
import css from './ChangedControls.module.css'

/** What differs from the saved chart, each with a button that takes it back. */
export const ChangeList = ({ onDone }: { onDone: () => void }) => {
  const store = useExploreStore()
  const form = useForm()
  const saved = useExplore((state) => state.saved)
  const dataset = useExplore((state) => state.dataset)
  const { chart } = useRun()
  const title = useExplore((state) => state.title)
  const savedDataset = useExplore((state) => state.savedDataset)
  const savedTitle = useExplore((state) => state.slice?.slice_name ?? title)
  const changes = chart ? listChanges(form, saved, { chart, savedChart: loadedChart(saved.viz_type) ?? null, dataset }) : []
  return (
    <>
      <ul className={css['list']}>
        {title !== savedTitle && (
          <ChangeRow
            change={{ name: 'title', label: t('Chart name'), before: savedTitle, after: title, isResettable: true }}
            onReset={() => store.getState().setTitle(savedTitle)}
          />
        )}
        {form.datasource !== saved.datasource && (
          <ChangeRow
            change={{
              name: 'datasource',
              label: t('Dataset'),
              before: savedDataset.datasource_name || t('Missing dataset'),
              after: dataset.datasource_name,
              isResettable: savedDataset.id !== dataset.id && !isMissingDataset(savedDataset),
            }}
            onReset={() => store.getState().reset('datasource')}
          />
        )}
        {changes.map((change) => (
          <ChangeRow key={change.name} change={change} onReset={() => store.getState().reset(change.name)} />
        ))}
      </ul>
      <footer className={css['foot']}>
        <Button
          dense
          onClick={() => {
            store.getState().resetAll()
            onDone()
          }}
        >
          {t('Reset all')}
        </Button>
      </footer>
    </>
  )
}

const ChangeRow = ({ change: { label, before, after, isResettable }, onReset }: { change: Change; onReset: () => void }) => (
  <li className={css['change']}>
    <span className={css['label']}>{label}</span>
    <span className={css['values']}>
      <del title={before}>{before}</del>
      <ArrowRight aria-hidden />
      <ins title={after}>{after}</ins>
    </span>
    {isResettable && (
      <IconButton
        dense
        label={t('Reset %(name)s', { name: label })}
        icon={<RotateCcw size={14} />}
        className={css['reset'] ?? ''}
        onClick={onReset}
      />
    )}
  </li>
)
