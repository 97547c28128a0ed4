import { parseAst } from 'vite'
import type { Finding, Sources } from './sources.ts'
import { lineOf } from './sources.ts'

type Node = { type: string; start: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const children = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))

/** Attributes whose value is shown or read aloud. */
const spoken = new Set([
  'title',
  'label',
  'placeholder',
  'aria-label',
  'alt',
  'description',
  'tooltip',
  'okText',
  'cancelText',
  'emptyText',
  'heading',
  'hint',
])

/** A text has at least one word; symbols, units and single letters are not texts. */
const isText = (value: unknown): value is string => typeof value === 'string' && /\p{L}{2,}/u.test(value)

const literalsIn = (node: Node | null | undefined): Node[] => {
  if (!node) return []
  if (node.type === 'Literal' && isText(node['value'])) return [node]
  if (node.type === 'ConditionalExpression') return [...literalsIn(node['consequent'] as Node), ...literalsIn(node['alternate'] as Node)]
  if (node.type === 'LogicalExpression') return literalsIn(node['right'] as Node)
  if (node.type === 'JSXExpressionContainer') return literalsIn(node['expression'] as Node)
  if (node.type === 'TemplateLiteral') {
    const texts = (node['quasis'] as Node[]).map((quasi) => (quasi['value'] as { cooked: string }).cooked)
    return texts.some(isText) ? [node] : []
  }
  return []
}

const found = (node: Node): Node[] => {
  if (node.type === 'JSXText' && isText(node['value'])) return [node]
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    return (node['children'] as Node[]).filter((child) => child.type === 'JSXExpressionContainer').flatMap((child) => literalsIn(child))
  }
  if (node.type === 'JSXAttribute' && spoken.has(String((node['name'] as Node)['name']))) return literalsIn(node['value'] as Node | null)
  return []
}

/** Code and keys are the same in every language. */
const untranslated = new Set(['code', 'kbd', 'pre'])

const isCode = (node: Node) =>
  node.type === 'JSXElement' && untranslated.has(String(((node['openingElement'] as Node)['name'] as Node)['name']))

const walk = (node: Node, visit: (node: Node) => void) => {
  if (isCode(node)) return
  visit(node)
  for (const child of children(node)) walk(child, visit)
}

/** The page for developers is in English only. */
export const developersPage = 'src/web/pages/widgets/'

/** User texts in components that do not go through `t('…')`. */
export const textsOutsideT = (sources: Sources): Finding[] =>
  [...sources]
    .filter(([path]) => path.startsWith('src/') && path.endsWith('.tsx') && !path.endsWith('.test.tsx') && !path.startsWith(developersPage))
    .flatMap(([path, text]) => {
      const findings: Finding[] = []
      walk(parseAst(text, { lang: 'tsx' }, path) as unknown as Node, (node) => {
        for (const literal of found(node)) {
          const shown =
            text
              .slice(literal.start, literal.start + 60)
              .trim()
              .split('\n')[0] ?? ''
          findings.push({ path, line: lineOf(text, literal.start), message: `user text outside t(): ${shown}` })
        }
      })
      return findings
    })
