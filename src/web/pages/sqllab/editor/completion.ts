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
  listSchemas: () => Promise<readonly string[]>
  /** Tables of a schema; of that of the tab unless one is named. */
  listTables: (schema?: string) => Promise<readonly string[]>
  listFunctions: () => Promise<readonly string[]>
  /** Columns of one of the tables. */
  columnsOf: (table: string, schema?: string) => Promise<readonly ColumnHint[]>
  /** Names of the saved template parameters. */
  parameters: () => readonly string[]
}

/** A table that a statement names, by the name under which its columns are reached; in the tab's schema unless it says another. */
export type NamedTable = { schema?: string; table: string; alias: string }

const unquoted = (text: string) => text.replaceAll(/^["'`[]|["'`\]]$/g, '')
const notAnAlias = new Set(
  'on using where group order having limit join inner left right full cross natural union except intersect set values as'.split(' '),
)

type Mention = { schema: string | null; table: string; alias: string | null }

/** Names where tables may be named: behind FROM and JOIN of a statement, and behind commas. */
const mentionsIn = (words: readonly string[]): Mention[] => {
  const isName = (word: string | undefined) => word !== undefined && /^["`[\w]/.test(word)
  return words.flatMap((word, i): Mention[] => {
    if (!/^(from|join|,|update|into)$/i.test(word) || !isName(words[i + 1])) return []
    let at = i + 1
    while (words[at + 1] === '.' && isName(words[at + 2])) at += 2
    const next = words[at + 1]?.toLowerCase() === 'as' ? words[at + 2] : words[at + 1]
    const alias = next !== undefined && isName(next) && !notAnAlias.has(next.toLowerCase()) ? unquoted(next) : null
    return [{ schema: at > i + 1 ? unquoted(words[at - 2] ?? '') : null, table: unquoted(words[at] ?? ''), alias }]
  })
}

const byLowerCase = (names: readonly string[]) => new Map(names.map((name) => [name.toLowerCase(), name]))

type Known = Pick<Catalogue, 'listSchemas' | 'listTables'>

/** The known tables among those that a statement names. */
export const namedTables = async (statement: string, backend: string | null, known: Known): Promise<NamedTable[]> => {
  const mentions = mentionsIn(wordsOf(statement, backend))
  const schemas = byLowerCase(await known.listSchemas().catch(() => []))
  const written = [...new Set(mentions.map(({ schema }) => schema?.toLowerCase()))].map((name) => schemas.get(name ?? ''))
  const listed = [...new Set([undefined, ...written])].map(
    async (schema) => [schema, byLowerCase(await known.listTables(schema).catch(() => []))] as const,
  )
  const tables = new Map(await Promise.all(listed))
  return mentions.flatMap(({ schema: qualifier, table: name, alias }) => {
    const schema = qualifier === null ? undefined : schemas.get(qualifier.toLowerCase())
    const table = qualifier === null || schema !== undefined ? tables.get(schema)?.get(name.toLowerCase()) : undefined
    return table === undefined ? [] : [{ ...(schema !== undefined && { schema }), table, alias: alias ?? table }]
  })
}

/** Names that a WITH gives to its queries. */
const queriesOfWith = (words: readonly string[]): string[] =>
  words.flatMap((word, i) => {
    const isQuery = words[i + 1]?.toLowerCase() === 'as' && words[i + 2] === '(' && /^(with|recursive|,)$/i.test(words[i - 1] ?? '')
    return isQuery ? [unquoted(word)] : []
  })

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

/** Completes columns of the tables that the statement names, tables, schemas, functions and keywords; and parameters in templates. */
export const completeWith = (latest: () => Catalogue): CompletionSource => {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { backend, listFunctions, columnsOf, parameters, ...known } = latest()
    const inTemplate = parameterOptions(context, parameters())
    if (inTemplate) return inTemplate
    const word = context.matchBefore(/(?:[\w$"`]+\.)?[\w$]*/)
    if (!word || (word.text === '' && !context.explicit)) return null
    const nameOption = (name: string, boost: number): Completion => ({ label: name, apply: sqlName(name, backend), type: 'class', boost })
    const columnOptions = async ({ schema, table }: NamedTable): Promise<Completion[]> =>
      (await columnsOf(table, schema).catch(() => [])).map(({ name, type }) => ({
        label: name,
        apply: sqlName(name, backend),
        detail: type.toLowerCase(),
        type: 'property',
        boost: 3,
      }))
    const statement = statementAround(context, backend)
    const [named, schemas] = await Promise.all([namedTables(statement, backend, known), known.listSchemas().catch(() => [])])
    const dot = word.text.indexOf('.')
    if (dot >= 0) {
      const owner = unquoted(word.text.slice(0, dot)).toLowerCase()
      const found = named.find(({ table, alias }) => [table, alias].some((name) => name.toLowerCase() === owner))
      const schema = schemas.find((name) => name.toLowerCase() === owner)
      const tables = found || schema === undefined ? [] : await known.listTables(schema).catch(() => [])
      const options = found ? await columnOptions(found) : tables.map((name) => nameOption(name, 0))
      return options.length > 0 ? { from: word.from + dot + 1, options, validFor } : null
    }
    const [tables, functions] = await Promise.all([known.listTables().catch(() => []), listFunctions().catch(() => [])])
    const columns = (await Promise.all(named.map(columnOptions))).flat()
    const keywords = await keywordCompletionSource(dialectOf(backend), true)(context)
    return {
      from: word.from,
      validFor,
      options: [
        ...new Map(columns.map((option) => [option.label, option])).values(),
        ...queriesOfWith(wordsOf(statement, backend)).map((name) => nameOption(name, 2)),
        ...tables.map((name) => nameOption(name, 2)),
        ...schemas.map((name) => nameOption(name, 1)),
        ...functions.map((name) => ({ label: name, type: 'function' })),
        ...(keywords?.options.map((option) => ({ ...option, boost: -1 })) ?? []),
      ],
    }
  }
}
