import { parseAst } from 'vite'
import type { Sources } from './check/sources.ts'

type Node = { type: string; [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const walk = (node: Node, visit: (node: Node) => void): void => {
  visit(node)
  for (const value of Object.values(node)) for (const child of [value].flat()) if (isNode(child)) walk(child, visit)
}

const literals = (node: unknown): string[] => {
  if (!isNode(node)) return []
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : []
  return node.type === 'ConditionalExpression' ? [...literals(node['consequent']), ...literals(node['alternate'])] : []
}

/** Keys of catalogues: what stands in `t('…')`, and the second text of `t.plural(count, '…', '…')`. */
export const textsOf = (sources: Sources): Map<string, 'plain' | 'plural'> => {
  const texts = new Map<string, 'plain' | 'plural'>()
  for (const [path, source] of sources) {
    if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) continue
    walk(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path) as unknown as Node, (node) => {
      if (node.type !== 'CallExpression') return
      const callee = node['callee'] as Node
      const [first, , third] = node['arguments'] as unknown[]
      const property = callee['property'] as Node | undefined
      if (callee.type === 'Identifier' && callee['name'] === 't') for (const text of literals(first)) texts.set(text, 'plain')
      else if (callee.type === 'MemberExpression' && property?.['name'] === 'plural') {
        for (const text of literals(third)) texts.set(text, 'plural')
      }
    })
  }
  return texts
}
