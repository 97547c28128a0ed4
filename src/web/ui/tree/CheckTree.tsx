import { Check, ChevronRight, Minus } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from 'react-aria-components/Button'
import { Checkbox } from 'react-aria-components/Checkbox'
import { Collection } from 'react-aria-components/Collection'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree'
import { t } from '#core/i18n/t.ts'
import { nodesByKey, stateOf, toggleNode, type TreeNode } from './checks.ts'
import css from './CheckTree.module.css'

type Props = {
  label: string
  nodes: TreeNode[]
  /** The keys of the checked leaves. */
  checked: ReadonlySet<string>
  onChange: (checked: Set<string>) => void
  /** Keys of the nodes that are initially expanded. */
  expanded?: string[]
  className?: string
}

/** A tree with checkable nodes: arrows move and expand, Space checks, letters search. Checking a node checks its leaves. */
export const CheckTree = ({ label, nodes, checked, onChange, expanded = [], className }: Props) => {
  const byKey = useMemo(() => nodesByKey(nodes), [nodes])
  const selected = useMemo(
    () => new Set([...byKey.values()].filter((node) => stateOf(node, checked) === 'all').map(({ key }) => key)),
    [byKey, checked],
  )
  const toggle = (keys: 'all' | ReadonlySet<string | number>) => {
    if (keys === 'all')
      return onChange(nodes.reduce((next, node) => (stateOf(node, next) === 'all' ? next : toggleNode(node, next)), new Set(checked)))
    const toggled = [...byKey.values()].find(({ key }) => keys.has(key) !== selected.has(key))
    if (toggled) onChange(toggleNode(toggled, checked))
  }
  return (
    <I18nProvider locale={t.locale}>
      <Tree
        aria-label={label}
        items={nodes}
        selectionMode="multiple"
        selectedKeys={selected}
        onSelectionChange={toggle}
        defaultExpandedKeys={expanded}
        disabledKeys={[...byKey.values()].filter(({ disabled }) => disabled).map(({ key }) => key)}
        disabledBehavior="selection"
        dependencies={[checked]}
        className={[css['tree'], className].filter(Boolean).join(' ')}
      >
        {(node) => <Node node={node} checked={checked} />}
      </Tree>
    </I18nProvider>
  )
}

const Node = ({ node, checked }: { node: TreeNode; checked: ReadonlySet<string> }) => (
  <TreeItem id={node.key} textValue={node.label} className={css['item'] ?? ''}>
    <TreeItemContent>
      {({ level }) => (
        <div className={css['row']} style={{ paddingInlineStart: (level - 1) * 20 }}>
          {node.children ? (
            <Button slot="chevron" className={css['chevron'] ?? ''}>
              <ChevronRight aria-hidden />
            </Button>
          ) : (
            <span className={css['chevron']} />
          )}
          <Checkbox slot="selection" isIndeterminate={stateOf(node, checked) === 'some'} className={css['check'] ?? ''}>
            {({ isSelected, isIndeterminate }) => (
              <span className={css['box']}>{isIndeterminate ? <Minus aria-hidden /> : isSelected && <Check aria-hidden />}</span>
            )}
          </Checkbox>
          <div className={css['words']}>
            <span className={css['label']}>{node.label}</span>
            {node.note && <span className={css['note']}>{node.note}</span>}
          </div>
        </div>
      )}
    </TreeItemContent>
    {node.children && <Collection items={node.children}>{(child) => <Node node={child} checked={checked} />}</Collection>}
  </TreeItem>
)
