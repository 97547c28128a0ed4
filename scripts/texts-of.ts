import { parseAst } from 'vite'
import type { Sources } from './check/sources.ts'

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

/** `words` for `words[key]`, `words[key].name` and `words[key] ?? other`: a table of texts. */
const tableOf = (node: unknown): string | null => {
  if (!isNode(node)) return null
  if (node.type === 'LogicalExpression') return tableOf(node['left'])
  if (node.type !== 'MemberExpression') return null
  const object = node['object'] as Node
  if (!node['computed']) return tableOf(object)
  return object.type === 'Identifier' ? String(object['name']) : null
}

const isWords = (text: string) => /\p{L}{2,}/u.test(text)

/** Texts that stand as values in the object of a table, at any depth; names of units and the like among them do no harm. */
const valuesIn = (node: Node): string[] => {
  const texts: string[] = []
  walk(node, (one) => {
    const key = one['key'] as Node | undefined
    if (one.type === 'Property' && !(isNode(key) && key['name'] === 'unit')) texts.push(...literals(one['value']).filter(isWords))
  })
  return texts
}

/** `{ label: 'Text' }` of what the web offers as choices, which are shown through t. */
const offered = (node: Node, path: string): string[] => {
  const key = node['key'] as Node | undefined
  if (node.type !== 'Property' || key?.['name'] !== 'label' || !path.startsWith('src/web/')) return []
  return literals(node['value']).filter((text) => /^\p{Lu}\p{Ll}/u.test(text))
}

/**
 * Keys of catalogues: what stands in `t('…')` or `context.t('…')`, in the table of `t(table[…])` or as the label of a choice,
 * and the second text of `t.plural(count, '…', '…')`.
 */
export const textsOf = (sources: Sources): Texts => {
  const texts = new Map<string, 'plain' | 'plural'>()
  const tables = new Map<string, Node[]>()
  const read: [path: string, argument: Node][] = []
  for (const [path, source] of sources) {
    if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) continue
    walk(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path) as unknown as Node, (node) => {
      for (const text of offered(node, path)) texts.set(text, 'plain')
      const id = node['id'] as Node | undefined
      if (node.type === 'VariableDeclarator' && isNode(node['init']) && id?.type === 'Identifier') {
        const name = String(id['name'])
        tables.set(`${path} ${name}`, [node['init']])
        tables.set(name, [...(tables.get(name) ?? []), node['init']])
      }
      if (node.type !== 'CallExpression') return
      const callee = node['callee'] as Node
      const [first, , third] = node['arguments'] as unknown[]
      const property = callee['property'] as Node | undefined
      if ((callee.type === 'Identifier' ? callee : property)?.['name'] === 't') {
        for (const text of literals(first)) texts.set(text, 'plain')
        if (isNode(first)) read.push([path, first])
      } else if (callee.type === 'MemberExpression' && property?.['name'] === 'plural') {
        for (const text of literals(third)) texts.set(text, 'plural')
      }
    })
  }
  for (const [path, argument] of read) {
    const named = argument.type === 'Identifier' ? (tables.get(`${path} ${String(argument['name'])}`)?.[0] ?? null) : argument
    const table = tableOf(named)
    const found = table ? (tables.get(`${path} ${table}`) ?? tables.get(table) ?? []) : []
    for (const text of found.flatMap(valuesIn)) texts.set(text, 'plain')
  }
  return texts
}
