export type TreeNode = {
  key: string
  label: string
  /** Behind the label, in a quieter colour. */ note?: string
  disabled?: boolean
  children?: TreeNode[]
}

/** The keys of the enabled leaves at and below a node. */
export const leavesOf = (node: TreeNode): string[] => {
  if (node.disabled) return []
  return node.children ? node.children.flatMap(leavesOf) : [node.key]
}

export type CheckState = 'all' | 'some' | 'none'

/** Whether all, some or none of a node's enabled leaves are checked. */
export const stateOf = (node: TreeNode, checked: ReadonlySet<string>): CheckState => {
  const leaves = leavesOf(node)
  const count = leaves.filter((leaf) => checked.has(leaf)).length
  return count === 0 ? 'none' : count === leaves.length ? 'all' : 'some'
}

/** The checked leaves after toggling a node: unchecks its leaves if all were checked, else checks them all. */
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
