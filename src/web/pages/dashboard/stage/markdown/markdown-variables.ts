import type { DataMasks } from '#core/filters/data-mask.ts'
import { fillVariables, type TextPart } from '#core/filters/values/text-variables.ts'

/** A node of a parsed Markdown text. */
type Node = { type: string; value?: string; children?: Node[] }

const nodeOf = ({ text, isFault }: TextPart): Node => (isFault ? { type: 'inlineCode', value: `⚠ ${text}` } : { type: 'text', value: text })

const filled = (node: Node, masks: DataMasks): Node[] => {
  if (node.type === 'text') return fillVariables(node.value ?? '', masks).map(nodeOf)
  if (node.type === 'inlineCode' || node.type === 'code') {
    const parts = fillVariables(node.value ?? '', masks)
    return [{ ...node, value: parts.map(({ text, isFault }) => (isFault ? `⚠ ${text}` : text)).join('') }]
  }
  return [node.children ? { ...node, children: node.children.flatMap((child) => filled(child, masks)) } : node]
}

/** A remark plugin that puts the values of filters into texts after parsing, so that no value becomes markup. */
export const markdownVariables = (masks: DataMasks) => () => (root: Node) => {
  root.children = (root.children ?? []).flatMap((child) => filled(child, masks))
}
