import { chartsInScope } from '#core/filters/scope/scope.ts'
import { incompatibleCharts } from '#core/filters/scope/scope-tree.ts'
import { t } from '#core/i18n/t.ts'
import { RadioList } from '../../../../../ui/choice/RadioList.tsx'
import { useDashboard, useProperties } from '../../../state/dashboard-context.ts'
import { untitled } from '../../../data/record.ts'
import { ScopeTree } from '../../scope/ScopeTree.tsx'
import { faultText } from './fault-text.ts'
import type { SectionProps } from './FilterSettings.tsx'
import css from './Settings.module.css'

/** The charts that the filter narrows. */
export const ScopeSettings = ({ filter, charts, faults, isOn, turn, onChange }: SectionProps) => {
  const layout = useDashboard(({ history }) => history.present.layout)
  const { dashboard_title } = useProperties()
  const inScope = chartsInScope(layout, filter.scope)
  const incompatible = incompatibleCharts(charts, filter.targets[0]?.datasetId)
  const remarkOn = (chartId: number) =>
    incompatible.includes(chartId) ? { note: t("This chart might be incompatible with the filter (datasets don't match)") } : undefined
  const isSpecific = isOn('scope')
  return (
    <div className={css['settings']}>
      <RadioList
        label={t('Scoping')}
        value={isSpecific ? 'specific' : 'all'}
        options={[
          { key: 'all', label: t('Apply to all panels') },
          { key: 'specific', label: t('Apply to specific panels') },
        ]}
        onChange={(which) => turn('scope', which === 'specific')}
      />
      <p className={css['note']}>
        {isSpecific
          ? t('Only selected panels will be affected by this filter')
          : t('All panels with this column will be affected by this filter')}
      </p>
      {faultText(faults, 'scope') && (
        <p className={css['fault']} role="alert">
          {faultText(faults, 'scope')}
        </p>
      )}
      {isSpecific && (
        <>
          <p className={css['count']}>{t('%(chosen)s of %(all)s charts', { chosen: inScope.length, all: charts.length })}</p>
          <ScopeTree
            layout={layout}
            title={dashboard_title || untitled}
            scope={filter.scope}
            remarkOn={remarkOn}
            onChange={(scope) => onChange({ ...filter, scope })}
          />
        </>
      )}
    </div>
  )
}
