export type TreeNode = { key: string; label: string; disabled?: boolean; children?: TreeNode[] }

/** The keys of the leaves at and below a node that may be changed. */
export const leavesOf = (node: TreeNode): string[] => {
  if (node.disabled) return []
  return node.children ? node.children.flatMap(leavesOf) : [node.key]
}

export type CheckState = 'all' | 'some' | 'none'

/** How much of a node is checked, of its leaves that may be changed. */
export const stateOf = (node: TreeNode, checked: ReadonlySet<string>): CheckState => {
  const leaves = leavesOf(node)
  const count = leaves.filter((leaf) => checked.has(leaf)).length
  return count === 0 ? 'none' : count === leaves.length ? 'all' : 'some'
}

/** The checked leaves after a node was pressed: all below it are checked, or none where all were. */
export const toggleNode = (node: TreeNode, checked: ReadonlySet<string>): Set<string> => {
  const next = new Set(checked)
  const isAll = stateOf(node, checked) === 'all'
  for (const leaf of leavesOf(node)) {
    if (isAll) next.delete(leaf)
    else next.add(leaf)
  }
  return next
}

export const nodesByKey = (nodes: TreeNode[]): Map<string, TreeNode> =>
  new Map(nodes.flatMap((node) => [[node.key, node] as const, ...nodesByKey(node.children ?? [])]))
