// Our own: of the recorded templates without macros, @huggingface/jinja renders 18 of 46 as the wire has them and minijinja 20.
import { acceptOp, acceptWord, current, expectEnd, expectName, expectOp, isOp, isWord, unexpected, type Cursor } from './parse/cursor.ts'
import { printed, readExpression, readTuple, type NamedNode, type Node } from './parse/expression.ts'
import { findFilter } from './filters/filters.ts'
import { globals } from './globals.ts'
import { cutTemplate, type Piece } from './parse/lexer.ts'
import { Budget, Names, nestedTooDeeply, usualLimits, type Limits } from './scope.ts'
import { failed, TemplateError } from './template-error.ts'
import { Callable, Fields, iterate, text, truth, Undefined, type Arguments, type Value } from './values/value.ts'

type Output = string[]
type Statement = (names: Names, output: Output) => void

/** The pieces of a template, read from front to back. */
type Source = { pieces: Piece[]; at: number }

const cursorOf = (piece: Piece): Cursor => ({ tokens: piece.kind === 'text' ? [] : piece.tokens, at: 0 })

const write = (names: Names, output: Output, shown: string) => {
  names.budget.step()
  names.budget.text(shown.length)
  output.push(shown)
}

type Block = { body: Statement; end: string; cursor: Cursor }

/** Reads up to a block tag that is one of `ends`. */
const readBlock = (source: Source, ends: string[], opener: string): Block => {
  const statements: Statement[] = []
  const body: Statement = (names, output) => {
    for (const statement of statements) statement(names, output)
  }
  while (source.at < source.pieces.length) {
    const piece = source.pieces[source.at++] as Piece
    if (piece.kind === 'text') statements.push((names, output) => write(names, output, piece.text))
    else if (piece.kind === 'print') statements.push(readPrint(piece))
    else {
      const cursor = cursorOf(piece)
      const word = expectName(cursor)
      if (ends.includes(word)) return { body, end: word, cursor }
      statements.push(readStatement(source, { word, cursor, line: piece.line }))
    }
  }
  if (!ends.length) return { body, end: '', cursor: { tokens: [], at: 0 } }
  const wanted = ends.map((end) => `'${end}'`).join(' or ')
  throw new TemplateError(
    'syntax',
    `Unexpected end of template. Jinja was looking for the following tags: ${wanted}. The innermost block that needs to be closed is '${opener}'.`,
    { line: source.pieces.length },
  )
}

const readPrint = (piece: Piece): Statement => {
  const cursor = cursorOf(piece)
  const show = printed(readTuple(cursor))
  expectEnd(cursor)
  return (names, output) => write(names, output, show(names))
}

type Tag = { word: string; cursor: Cursor; line: number }

const readStatement = (source: Source, tag: Tag): Statement => {
  const reader = Object.hasOwn(statements, tag.word) ? statements[tag.word] : undefined
  if (reader) return reader(source, tag)
  if (['include', 'import', 'from', 'extends'].includes(tag.word)) return notLoadable
  throw new TemplateError('syntax', `Encountered unknown tag '${tag.word}'.`, { line: tag.line })
}

const notLoadable: Statement = () => {
  throw failed('no loader for this environment specified')
}

const readIf = (source: Source, { cursor }: Tag): Statement => {
  const branches: { condition: Node; body: Statement }[] = []
  let condition = readTuple(cursor)
  expectEnd(cursor)
  for (;;) {
    const { body, end, cursor: next } = readBlock(source, ['elif', 'else', 'endif'], 'if')
    branches.push({ condition, body })
    if (end === 'elif') {
      condition = readTuple(next)
      expectEnd(next)
      continue
    }
    if (end === 'else') branches.push({ condition: () => true, body: readBlock(source, ['endif'], 'if').body })
    return (names, output) => branches.find((branch) => truth(branch.condition(names)))?.body(names, output)
  }
}

/** `x` or `key, value`, with or without parentheses. */
const readTargets = (cursor: Cursor): string[] => {
  const parenthesised = acceptOp(cursor, '(')
  const targets = [expectName(cursor)]
  while (acceptOp(cursor, ',')) {
    if (isWord(cursor, 'in') || isOp(cursor, ')')) break
    targets.push(expectName(cursor))
  }
  if (parenthesised) expectOp(cursor, ')')
  return targets
}

const unpacked = (targets: string[], value: Value): [string, Value][] => {
  const [only, ...others] = targets
  if (!others.length) return [[only as string, value]]
  const parts = iterate(value)
  if (parts.length !== targets.length) {
    const relation =
      parts.length > targets.length
        ? `too many values to unpack (expected ${targets.length})`
        : `not enough values to unpack (expected ${targets.length}, got ${parts.length})`
    throw failed(relation, 'ValueError')
  }
  return targets.map((target, i) => [target, parts[i] as Value])
}

const loopFields = (values: Value[], i: number): Fields =>
  new Fields('LoopContext', [
    ['index', BigInt(i + 1)],
    ['index0', BigInt(i)],
    ['revindex', BigInt(values.length - i)],
    ['revindex0', BigInt(values.length - i - 1)],
    ['first', i === 0],
    ['last', i === values.length - 1],
    ['length', BigInt(values.length)],
    ['previtem', values[i - 1] ?? new Undefined('', { hint: 'there is no previous item' })],
    ['nextitem', values[i + 1] ?? new Undefined('', { hint: 'there is no next item' })],
    ['cycle', new Callable('cycle', ({ positional }) => positional[i % Math.max(1, positional.length)] ?? null)],
  ])

const readFor = (source: Source, { cursor }: Tag): Statement => {
  const targets = readTargets(cursor)
  if (!acceptWord(cursor, 'in')) throw unexpected(cursor)
  const sequence = readForSequence(cursor)
  const condition = acceptWord(cursor, 'if') ? readExpression(cursor) : null
  acceptWord(cursor, 'recursive')
  expectEnd(cursor)
  const { body, end } = readBlock(source, ['endfor', 'else'], 'for')
  const otherwise = end === 'else' ? readBlock(source, ['endfor'], 'for').body : null
  return (names, output) => {
    const all = iterate(sequence(names))
    const values = condition ? all.filter((value) => truth(condition(names.inner(unpacked(targets, value))))) : [...all]
    if (!values.length) otherwise?.(names, output)
    for (const [i, value] of values.entries()) {
      names.budget.step()
      body(names.inner([...unpacked(targets, value), ['loop', loopFields(values, i)]]), output)
    }
  }
}

/** `a if b else c` is no sequence of a loop: there `if` filters. */
const readForSequence = (cursor: Cursor): Node => {
  const at = cursor.tokens.findIndex((token, i) => i >= cursor.at && token.kind === 'name' && token.text === 'if')
  if (at < 0) return readTuple(cursor)
  const part: Cursor = {
    tokens: [...cursor.tokens.slice(0, at), { kind: 'end', text: 'block', line: current(cursor).line }],
    at: cursor.at,
  }
  const node = readTuple(part)
  if (part.at !== at) return readTuple(cursor)
  cursor.at = at
  return node
}

const assign = (names: Names, target: string[], value: Value): void => {
  const [name = '', field] = target
  if (field === undefined) return names.set(name, value)
  const owner = names.get(name)
  if (!(owner instanceof Fields) || owner.type !== 'Namespace') throw failed('cannot assign attribute on non-namespace object')
  owner.fields.set(field, value)
}

const readSet = (source: Source, { cursor }: Tag): Statement => {
  const name = expectName(cursor)
  if (acceptOp(cursor, '.')) {
    const field = expectName(cursor)
    expectOp(cursor, '=')
    const node = readTuple(cursor)
    expectEnd(cursor)
    return (names) => assign(names, [name, field], node(names))
  }
  const targets = [name]
  while (acceptOp(cursor, ',')) targets.push(expectName(cursor))
  if (acceptOp(cursor, '=')) {
    const node = readTuple(cursor)
    expectEnd(cursor)
    return (names) => {
      for (const [target, value] of unpacked(targets, node(names))) names.set(target, value)
    }
  }
  expectEnd(cursor)
  const { body } = readBlock(source, ['endset'], 'set')
  return (names) => names.set(name, rendered(body, names.inner()))
}

const rendered = (body: Statement, names: Names): string => {
  const output: Output = []
  body(names, output)
  return output.join('')
}

const readParameters = (cursor: Cursor): { name: string; fallback: Node | null }[] => {
  const parameters: { name: string; fallback: Node | null }[] = []
  expectOp(cursor, '(')
  while (!isOp(cursor, ')')) {
    const name = expectName(cursor)
    parameters.push({ name, fallback: acceptOp(cursor, '=') ? readExpression(cursor) : null })
    if (!acceptOp(cursor, ',')) break
  }
  expectOp(cursor, ')')
  return parameters
}

const readMacro = (source: Source, { cursor }: Tag): Statement => {
  const name = expectName(cursor)
  const parameters = readParameters(cursor)
  expectEnd(cursor)
  const { body } = readBlock(source, ['endmacro'], 'macro')
  return (names) => {
    const call = ({ positional, named }: Arguments): Value =>
      rendered(
        body,
        names.inner(
          parameters.map(({ name: parameter, fallback }, i) => [
            parameter,
            positional[i] ??
              named.get(parameter) ??
              fallback?.(names) ??
              new Undefined(parameter, { hint: `parameter '${parameter}' was not provided` }),
          ]),
        ),
      )
    names.set(name, new Callable(name, call))
  }
}

const readWith = (source: Source, { cursor }: Tag): Statement => {
  const assignments: NamedNode[] = []
  while (current(cursor).kind === 'name') {
    const name = expectName(cursor)
    expectOp(cursor, '=')
    assignments.push([name, readExpression(cursor)])
    if (!acceptOp(cursor, ',')) break
  }
  expectEnd(cursor)
  const { body } = readBlock(source, ['endwith'], 'with')
  return (names, output) => body(names.inner(assignments.map(([name, node]) => [name, node(names)])), output)
}

const readFilterBlock = (source: Source, { cursor }: Tag): Statement => {
  const name = expectName(cursor)
  const filter = findFilter(name)
  if (!filter) throw new TemplateError('syntax', `No filter named '${name}'.`, { pythonType: 'TemplateAssertionError' })
  expectEnd(cursor)
  const { body } = readBlock(source, ['endfilter'], 'filter')
  return (names, output) =>
    write(names, output, text(filter(rendered(body, names.inner()), { positional: [], named: new Map() }, names.budget)))
}

const readDo = (_source: Source, { cursor }: Tag): Statement => {
  const node = readTuple(cursor)
  expectEnd(cursor)
  return (names) => void node(names)
}

const statements: Record<string, (source: Source, tag: Tag) => Statement> = {
  if: readIf,
  for: readFor,
  set: readSet,
  macro: readMacro,
  with: readWith,
  filter: readFilterBlock,
  do: readDo,
}

/** Nothing in it starts a tag. */
export const isPlain = (template: string): boolean => !/\{[{%#]/.test(template)

/**
 * Renders a template over the given names (`| name` are filters). Deterministic, without access to anything but its names, within the limits.
 * @throws TemplateError
 */
export const renderTemplate = (template: string, names: Iterable<[string, Value]>, limits: Limits = usualLimits): string => {
  if (isPlain(template)) return template
  const budget = new Budget(limits)
  try {
    const { body } = readBlock({ pieces: cutTemplate(template), at: 0 }, [], '')
    const outer = new Names(budget, new Map([...globals(budget), ...names]))
    return rendered(body, outer.inner())
  } catch (error) {
    // The stack ends before any budget does where brackets, blocks or values are nested by the thousand.
    throw error instanceof RangeError ? new TemplateError('limit', nestedTooDeeply) : error
  }
}
