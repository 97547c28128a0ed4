import { ChartLine } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { isKnownChart, useChart } from '../../../frame/chart-registry.ts'
import { sentenceFacts } from '#charts/shared/format/dataset-facts.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import { useExplore } from '../state/explore-context.ts'
import { suggestCharts } from '../state/first-form.ts'
import type { ColumnStats } from '../state/choose-fields.ts'
import type { Suggestion } from '../state/first-form.ts'
import { useRun } from '../state/run.ts'
import css from './Picture.module.css'
import { vizIcon } from './viz-icon.tsx'

/** Shown for an incomplete chart: what is missing, and suggested charts. */
export const EmptyStart = ({ glance }: { glance: ColumnStats }) => {
  const { chart, faults } = useRun()
  const dataset = useExplore((state) => state.dataset)
  const patch = useExplore((state) => state.patch)
  const controls = chart?.controls.flatMap((section) => section.rows.flat()) ?? []
  const missingLabels = controls.filter((control) => faults[control.name]).map((control) => t(control.label))
  const availableSuggestions = suggestCharts(dataset, glance).filter(({ viz_type: vizType }) => isKnownChart(vizType))
  return (
    <EmptyState
      className={css['state'] ?? ''}
      icon={chart ? vizIcon(chart) : <ChartLine />}
      title={t('Choose what to draw')}
      text={
        missingLabels.length > 0
          ? t('Missing: %(controls)s. Drag a field from the left, or start from a suggestion.', {
              controls: [...new Set(missingLabels)].join(', '),
            })
          : t('Drag a column here, or start from a suggestion.')
      }
      actions={availableSuggestions.map((suggestion) => (
        <SuggestionButton
          key={suggestion.key}
          suggestion={suggestion}
          facts={sentenceFacts(dataset)}
          onTake={() => void patch(suggestion.form)}
        />
      ))}
    />
  )
}

type SuggestionProps = { suggestion: Suggestion; facts: ReturnType<typeof sentenceFacts>; onTake: () => void }

const SuggestionButton = ({ suggestion, facts, onTake }: SuggestionProps) => {
  const chart = useChart(suggestion.viz_type)
  if (!chart) return null
  return (
    <Button icon={vizIcon(chart)} onClick={onTake}>
      {chart.sentence(suggestion.form, { t, ...facts })}
    </Button>
  )
}
