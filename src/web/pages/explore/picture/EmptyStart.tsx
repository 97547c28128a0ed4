import { ChartLine } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { isKnownChart, useChart } from '../../../frame/chart-registry.ts'
import { sentenceFacts } from '../../../frame/picture/draw-context.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import { useExplore } from '../state/explore-context.ts'
import { suggestions } from '../state/first-form.ts'
import type { Glance } from '../state/choose-fields.ts'
import type { Suggestion } from '../state/first-form.ts'
import { useRun } from '../state/run.ts'
import css from './Picture.module.css'
import { vizIcon } from './viz-icon.tsx'

/** A chart that lacks something: what it lacks, and charts to start from. */
export const EmptyStart = ({ glance }: { glance: Glance }) => {
  const { chart, faults } = useRun()
  const dataset = useExplore((state) => state.dataset)
  const patch = useExplore((state) => state.patch)
  const controls = chart?.controls.flatMap((section) => section.rows.flat()) ?? []
  const lacking = controls.filter((control) => faults[control.name]).map((control) => t(control.label))
  const offered = suggestions(dataset, glance).filter(({ viz_type: vizType }) => isKnownChart(vizType))
  return (
    <EmptyState
      className={css['state'] ?? ''}
      icon={chart ? vizIcon(chart) : <ChartLine />}
      title={t('Choose what to draw')}
      text={
        lacking.length > 0
          ? t('%(controls)s: choose a field. Drag it from the left, or start from a suggestion.', {
              controls: [...new Set(lacking)].join(', '),
            })
          : t('Drag a column here, or start from a suggestion.')
      }
      actions={offered.map((suggestion) => (
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
