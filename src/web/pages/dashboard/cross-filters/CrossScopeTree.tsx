import { useMemo } from 'react'
import { scopeOf } from '#core/filters/scope/scope-change.ts'
import { scopeTree, type ScopeNode } from '#core/filters/scope/scope-tree.ts'
import { chartsInScope, type Scope } from '#core/filters/scope/scope.ts'
import type { Layout } from '#core/layout/component.ts'
import { t } from '#core/i18n/t.ts'
import { CheckTree } from '../../../ui/tree/CheckTree.tsx'
import { leavesOf, type TreeNode } from '../../../ui/tree/checks.ts'
import { nameOf } from '../state/draft.ts'

type Props = {
  layout: Layout
  title: string
  scope: Scope
  /** The chart whose items filter: it never filters itself. */
  chartId: number | null
  onChange: (scope: Scope) => void
}

/** The charts that cross-filters reach, by tab. */
export const CrossScopeTree = ({ layout, title, scope, chartId, onChange }: Props) => {
  const tree = useMemo(() => scopeTree(layout), [layout])
  const isItself = (key: string) => chartId !== null && layout[key]?.meta.chartId === chartId
  const nodeOf = (node: ScopeNode): TreeNode => ({
    key: node.id,
    label: node.type === 'ROOT' ? title : nameOf(layout, node.id),
    ...(isItself(node.id) && { disabled: true, note: t('A chart does not filter itself') }),
    ...(node.type === 'CHART' ? {} : { children: node.children.map(nodeOf) }),
  })
  const root = nodeOf(tree)
  const chartOf = (key: string) => layout[key]?.meta.chartId ?? -1
  const inScope = new Set(chartsInScope(layout, scope))
  const leaves = leavesOf(root)
  const checked = new Set(leaves.filter((key) => inScope.has(chartOf(key))))
  const change = (next: ReadonlySet<string>) => {
    // A chart that stands in two places is in scope in both.
    const turned = new Set(leaves.filter((key) => next.has(key) !== checked.has(key)).map(chartOf))
    onChange(scopeOf(layout, leaves.filter((key) => (turned.has(chartOf(key)) ? !checked.has(key) : next.has(key))).map(chartOf)))
  }
  const branches = (node: ScopeNode): string[] => (node.type === 'CHART' ? [] : [node.id, ...node.children.flatMap(branches)])
  return <CheckTree label={t('Scoping')} nodes={[root]} checked={checked} expanded={branches(tree)} onChange={change} />
}
