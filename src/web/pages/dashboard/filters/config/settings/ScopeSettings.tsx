import { useMemo } from 'react'
import { scopeOf } from '#core/filters/scope/scope-change.ts'
import { chartsInScope } from '#core/filters/scope/scope.ts'
import { incompatibleCharts, scopeTree, type ScopeNode } from '#core/filters/scope/scope-tree.ts'
import type { Layout } from '#core/layout/component.ts'
import { t } from '#core/i18n/t.ts'
import { RadioList } from '../../../../../ui/choice/RadioList.tsx'
import { CheckTree } from '../../../../../ui/tree/CheckTree.tsx'
import { leavesOf, type TreeNode } from '../../../../../ui/tree/checks.ts'
import { useDashboard, useProperties } from '../../../state/dashboard-context.ts'
import { nameOf } from '../../../state/draft.ts'
import { untitled } from '../../../data/record.ts'
import { faultText } from './fault-text.ts'
import type { SectionProps } from './FilterSettings.tsx'
import css from './Settings.module.css'

type Look = { layout: Layout; title: string; incompatible: readonly number[] }

const nodeOf = (node: ScopeNode, look: Look): TreeNode => {
  const { layout, title, incompatible } = look
  const isOther = node.chartId !== undefined && incompatible.includes(node.chartId)
  return {
    key: node.id,
    label: node.type === 'ROOT' ? title : nameOf(layout, node.id),
    ...(isOther && { note: t("This chart might be incompatible with the filter (datasets don't match)") }),
    ...(node.type === 'CHART' ? {} : { children: node.children.map((child) => nodeOf(child, look)) }),
  }
}

/** A tab without charts cannot be checked. */
const withoutEmpty = (node: ScopeNode): ScopeNode => ({
  ...node,
  children: node.children.map(withoutEmpty).filter(({ type, children }) => type === 'CHART' || children.length > 0),
})

const branchesOf = (node: ScopeNode): string[] => (node.type === 'CHART' ? [] : [node.id, ...node.children.flatMap(branchesOf)])

/** The charts that the filter narrows. */
export const ScopeSettings = ({ filter, charts, faults, isOn, turn, onChange }: SectionProps) => {
  const layout = useDashboard(({ history }) => history.present.layout)
  const { dashboard_title } = useProperties()
  const tree = useMemo(() => withoutEmpty(scopeTree(layout)), [layout])
  const root = useMemo(
    () =>
      nodeOf(tree, { layout, title: dashboard_title || untitled, incompatible: incompatibleCharts(charts, filter.targets[0]?.datasetId) }),
    [tree, layout, dashboard_title, charts, filter.targets],
  )
  const inScope = chartsInScope(layout, filter.scope)
  const chartOf = (key: string) => layout[key]?.meta.chartId
  const leaves = leavesOf(root)
  const checked = new Set(leaves.filter((key) => inScope.includes(chartOf(key) ?? -1)))
  const change = (next: ReadonlySet<string>) => {
    // A chart that stands in two places is in scope in both.
    const turned = leaves.filter((key) => next.has(key) !== checked.has(key)).map(chartOf)
    const ids = leaves
      .filter((key) => (turned.includes(chartOf(key)) ? !checked.has(key) : next.has(key)))
      .flatMap((key) => chartOf(key) ?? [])
    onChange({ ...filter, scope: scopeOf(layout, ids) })
  }
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
          <CheckTree label={t('Scoping')} nodes={[root]} checked={checked} expanded={branchesOf(tree)} onChange={change} />
        </>
      )}
    </div>
  )
}
