import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete'
import { keywordCompletionSource } from '@codemirror/lang-sql'
import { syntaxTree } from '@codemirror/language'
import { tokenize, UnclosedToken } from '#core/sql/lexer.ts'
import { lexiconOf } from '#core/sql/lexicon.ts'
import { sqlName } from '../../../controls/field/kind.ts'
import { statementAt } from '../state/statement-at.ts'
import { dialectOf } from '../../../ui/code/sql.ts'

export type ColumnHint = { name: string; type: string }

/** What the completion knows of the chosen database. */
export type Catalogue = {
  backend: string | null
  listTables: () => Promise<readonly string[]>
  listFunctions: () => Promise<readonly string[]>
  /** Columns of one of the tables. */
  columnsOf: (table: string) => Promise<readonly ColumnHint[]>
  /** Names of the saved template parameters. */
  parameters: () => readonly string[]
}

/** A table that a statement names, by the name under which its columns are reached. */
export type NamedTable = { table: string; alias: string }

const unquoted = (text: string) => text.replaceAll(/^["'`[]|["'`\]]$/g, '')
const notAnAlias = new Set(
  'on using where group order having limit join inner left right full cross natural union except intersect set values as'.split(' '),
)

/** The known tables behind FROM and JOIN of a statement. */
export const namedTables = (statement: string, tables: readonly string[], backend: string | null): NamedTable[] => {
  const known = new Map(tables.map((name) => [name.toLowerCase(), name]))
  const words = wordsOf(statement, backend)
  return words.flatMap((word, i) => {
    const table = known.get(unquoted(word).toLowerCase())
    const isNamed = /^(from|join|,|\.|update|into)$/i.test(words[i - 1] ?? '')
    if (table === undefined || !isNamed) return []
    const next = words[i + 1]?.toLowerCase() === 'as' ? words[i + 2] : words[i + 1]
    const hasAlias = next !== undefined && /^["`[\w]/.test(next) && !notAnAlias.has(next.toLowerCase())
    return [{ table, alias: hasAlias ? unquoted(next) : table }]
  })
}

const wordsOf = (statement: string, backend: string | null): string[] => {
  const lexicon = lexiconOf(backend ?? '')
  const read = (text: string) => tokenize(text, lexicon).filter(({ kind }) => kind !== 'comment')
  try {
    return read(statement).map(({ text }) => text)
  } catch (error) {
    if (!(error instanceof UnclosedToken)) throw error
    return read(statement.slice(0, error.start)).map(({ text }) => text)
  }
}

/**
 * The statement that the cursor is in, or behind where no semicolon ended it. The editor's own tree tells it without reading a script of
 * thousands of lines anew at each word. Where the tree does not reach to the end of the statement yet, the script is read.
 */
const statementAround = ({ state, pos }: CompletionContext, backend: string | null): string => {
  const tree = syntaxTree(state)
  const node = tree.topNode.childBefore(pos)
  const statement = node?.name === 'Statement' ? state.sliceDoc(node.from, node.to) : ''
  const isEnded = statement.endsWith(';')
  const isRead = tree.length >= state.doc.length || (tree.length >= pos && (isEnded || Boolean(node?.nextSibling)))
  if (!isRead) return statementAt(state.doc.toString(), pos, backend ?? '')
  return node && node.to < pos && isEnded ? '' : statement
}

const validFor = /^[\w$]*$/

/** Inside of `{{ … }}`: the saved parameters. */
const parameterOptions = (context: CompletionContext, names: readonly string[]): CompletionResult | null => {
  const template = context.matchBefore(/\{\{[^{}]*$/)
  const word = context.matchBefore(/[\w$]*$/)
  if (!template || !word) return null
  return { from: word.from, validFor, options: names.map((name) => ({ label: name, type: 'variable' })) }
}

/** Completes columns of the tables that the statement names, tables, functions and keywords; and parameters in templates. */
export const completeWith = (latest: () => Catalogue): CompletionSource => {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { backend, listTables, listFunctions, columnsOf, parameters } = latest()
    const inTemplate = parameterOptions(context, parameters())
    if (inTemplate) return inTemplate
    const word = context.matchBefore(/(?:[\w$"`]+\.)?[\w$]*/)
    if (!word || (word.text === '' && !context.explicit)) return null
    const [tables, functions] = await Promise.all([listTables().catch(() => []), listFunctions().catch(() => [])])
    const columnOptions = async ({ table }: NamedTable): Promise<Completion[]> =>
      (await columnsOf(table).catch(() => [])).map(({ name, type }) => ({
        label: name,
        apply: sqlName(name, backend),
        detail: type.toLowerCase(),
        type: 'property',
        boost: 3,
      }))
    const named = namedTables(statementAround(context, backend), tables, backend)
    const dot = word.text.indexOf('.')
    if (dot >= 0) {
      const owner = unquoted(word.text.slice(0, dot)).toLowerCase()
      const found = named.find(({ table, alias }) => [table, alias].some((name) => name.toLowerCase() === owner))
      const options = found
        ? await columnOptions(found)
        : tables.map((name) => ({ label: name, apply: sqlName(name, backend), type: 'class' }))
      return { from: word.from + dot + 1, options, validFor }
    }
    const columns = (await Promise.all(named.map(columnOptions))).flat()
    const keywords = await keywordCompletionSource(dialectOf(backend), true)(context)
    return {
      from: word.from,
      validFor,
      options: [
        ...new Map(columns.map((option) => [option.label, option])).values(),
        ...tables.map((name) => ({ label: name, apply: sqlName(name, backend), type: 'class', boost: 2 })),
        ...functions.map((name) => ({ label: name.toLowerCase(), type: 'function' })),
        ...(keywords?.options.map((option) => ({ ...option, boost: -1 })) ?? []),
      ],
    }
  }
}
