import type { Behavior, Chart } from '#charts/chart.ts'
import { msg, t } from '#core/i18n/t.ts'
import { ExamplePicture } from './ExamplePicture.tsx'
import { useExamples } from './examples.ts'
import css from './Gallery.module.css'
import { ChartBadge } from './ChartBadge.tsx'

const behaviorNames: Record<Behavior, string> = {
  INTERACTIVE_CHART: msg('Cross-filters'),
  DRILL_TO_DETAIL: msg('Drill to detail'),
  DRILL_BY: msg('Drill by'),
}

const maxExamples = 2
const exampleSize = { width: 264, height: 160 }

/** What a chart type is for, what it can do on a dashboard, and examples. */
export const ChartDetails = ({ chart }: { chart: Chart }) => {
  const examples = useExamples(chart.viz_type)
  return (
    <>
      <h3>
        {t(chart.name)}
        <ChartBadge chart={chart} />
      </h3>
      <div className={css['tags']}>
        {chart.tags.map((tag) => (
          <span key={tag}>{t(tag)}</span>
        ))}
      </div>
      <p>{chart.description ? t(chart.description) : t('No description available.')}</p>
      {chart.behaviors.length > 0 && (
        <p className={css['behaviors']}>
          {t('On dashboards: %(actions)s', { actions: chart.behaviors.map((behavior) => t(behaviorNames[behavior])).join(', ') })}
        </p>
      )}
      {examples && examples.length > 0 && <h4>{t('Examples')}</h4>}
      {(examples ?? []).slice(0, maxExamples).map((example) => (
        <figure key={example.title} className={css['example']}>
          <div style={exampleSize}>
            <ExamplePicture chart={chart} example={example} size={exampleSize} />
          </div>
          <figcaption>
            {chart.sentence(example.form, { t, ...(example.verboseNames && { verboseNames: example.verboseNames }) })}
          </figcaption>
        </figure>
      ))}
    </>
  )
}
