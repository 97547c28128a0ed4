import { developersPage } from '../check/texts.ts'
import { parseAst } from 'vite'
import type { Sources } from '../check/sources.ts'

type Node = { type: string; [key: string]: unknown }

/** English text → whether it counts something. */
export type Texts = ReadonlyMap<string, 'plain' | 'plural'>

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

/** `t` for `t('…')` and `context.t('…')`, `plural` for `t.plural(…)`. */
const calledName = ({ callee }: Node): unknown => {
  if (!isNode(callee)) return null
  const name = callee.type === 'MemberExpression' ? callee['property'] : callee
  return isNode(name) ? name['name'] : null
}

/** Keys of catalogues: the texts of `t('…')` and `msg('…')`, and the second text of `t.plural(count, '…', '…')`. */
export const textsOf = (sources: Sources): Texts => {
  const texts = new Map<string, 'plain' | 'plural'>()
  for (const [path, source] of sources) {
    if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path) || path.startsWith(developersPage)) continue
    walk(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path) as unknown as Node, (node) => {
      if (node.type !== 'CallExpression') return
      const name = calledName(node)
      const [first, , third] = node['arguments'] as unknown[]
      if (name === 't' || name === 'msg') for (const text of literals(first)) texts.set(text, 'plain')
      else if (name === 'plural') for (const text of literals(third)) texts.set(text, 'plural')
    })
  }
  return texts
}
