import { useMemo } from 'react'
import { scopeOf } from '#core/filters/scope/scope-change.ts'
import { scopeTree, type ScopeNode } from '#core/filters/scope/scope-tree.ts'
import { chartsInScope, type Scope } from '#core/filters/scope/scope.ts'
import type { Layout } from '#core/layout/component.ts'
import { t } from '#core/i18n/t.ts'
import { CheckTree } from '../../../../ui/tree/CheckTree.tsx'
import { leavesOf, type TreeNode } from '../../../../ui/tree/checks.ts'
import { nameOf } from '../../state/draft.ts'

/** What is said beside a chart, and whether it cannot be checked. */
export type ChartRemark = { note: string; disabled?: boolean }

type Props = {
  layout: Layout
  title: string
  scope: Scope
  remarkOn: (chartId: number) => ChartRemark | undefined
  onChange: (scope: Scope) => void
}

/** A tab without charts cannot be checked. */
const withoutEmpty = (node: ScopeNode): ScopeNode => ({
  ...node,
  children: node.children.map(withoutEmpty).filter(({ type, children }) => type === 'CHART' || children.length > 0),
})

const branchesOf = (node: ScopeNode): string[] => (node.type === 'CHART' ? [] : [node.id, ...node.children.flatMap(branchesOf)])

/** The charts that a filter reaches, by tab. */
export const ScopeTree = ({ layout, title, scope, remarkOn, onChange }: Props) => {
  const tree = useMemo(() => withoutEmpty(scopeTree(layout)), [layout])
  const nodeOf = (node: ScopeNode): TreeNode => ({
    key: node.id,
    label: node.type === 'ROOT' ? title : nameOf(layout, node.id),
    ...(node.chartId !== undefined && remarkOn(node.chartId)),
    ...(node.type === 'CHART' ? {} : { children: node.children.map(nodeOf) }),
  })
  const root = nodeOf(tree)
  const chartOf = (key: string) => layout[key]?.meta.chartId ?? -1
  const inScope = new Set(chartsInScope(layout, scope))
  const leaves = leavesOf(root)
  const checked = new Set(leaves.filter((key) => inScope.has(chartOf(key))))
  const change = (next: ReadonlySet<string>) => {
    // A chart that is in two places is in scope in both.
    const turned = new Set(leaves.filter((key) => next.has(key) !== checked.has(key)).map(chartOf))
    onChange(scopeOf(layout, leaves.filter((key) => (turned.has(chartOf(key)) ? !checked.has(key) : next.has(key))).map(chartOf)))
  }
  return <CheckTree label={t('Scoping')} nodes={[root]} checked={checked} expanded={branchesOf(tree)} onChange={change} />
}
