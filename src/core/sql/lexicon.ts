/**
 * How a dialect's text is cut into tokens, keyed by the parser's word for the dialect. Only what changes where a string, a name
 * or a comment ends: a wrong answer here would let text escape from its parentheses, so an unknown dialect gets the strictest reading of each.
 */
export type Lexicon = {
  /** `'it\'s'`: a backslash escapes inside plain strings. */
  backslashEscapes: boolean
  /** In quoted names too. */
  backslashInNames: boolean
  /** `$$…$$`, `$tag$…$tag$` */
  dollarStrings: boolean
  /** `E'…\'…'` */
  escapeStrings: boolean
  /** A comment may hold comments. */
  nestedComments: boolean
  /** `# to the end of the line`; `new`: with a space or an exclamation mark behind it, and not in every version. */
  hashComments: boolean | 'new'
  /** `--` starts a comment only before white space. */
  dashNeedsSpace: boolean
  doubleQuote: 'name' | 'string'
  backquote: boolean
  /** `[a name]`; `doubled` where `]]` stands for one of them. */
  brackets: boolean | 'doubled'
  /** `?` stands for a value that comes apart from the text, or is an operator. */
  questionMark: 'parameter' | 'operator'
  /** Marks before a parameter or variable: `@x`, `:x`. */
  variables: '' | '@' | ':@#'
  /** `` `project.dataset.table` ``: a quoted name may hold the parts of a path. */
  dottedNames: boolean
  /** The text is KQL: pipelines (`T | where …`), `//` comments, `@'…'` and triple backquotes for strings in which nothing is escaped. */
  isKql: boolean
}

const standard: Lexicon = {
  backslashEscapes: false,
  backslashInNames: false,
  dollarStrings: false,
  escapeStrings: false,
  nestedComments: false,
  hashComments: false,
  dashNeedsSpace: false,
  doubleQuote: 'name',
  backquote: false,
  brackets: false,
  questionMark: 'parameter',
  variables: '',
  dottedNames: false,
  isKql: false,
}

const postgres: Lexicon = { ...standard, dollarStrings: true, escapeStrings: true, nestedComments: true, questionMark: 'operator' }

const lexicons: Record<string, Lexicon> = {
  postgresql: postgres,
  postgres,
  // Its strings know backslashes, as those of the first Postgres did.
  redshift: { ...postgres, backslashEscapes: true },
  duckdb: { ...standard, dollarStrings: true, escapeStrings: true, nestedComments: true },
  sqlite: { ...standard, backquote: true, brackets: true, variables: ':@#' },
  mysql: {
    ...standard,
    backslashEscapes: true,
    hashComments: true,
    dashNeedsSpace: true,
    doubleQuote: 'string',
    backquote: true,
    variables: '@',
  },
  clickhouse: {
    ...standard,
    backslashEscapes: true,
    backslashInNames: true,
    backquote: true,
    nestedComments: true,
    hashComments: 'new',
    dollarStrings: true,
    questionMark: 'operator',
  },
  trino: standard,
  presto: standard,
  oracle: standard,
  snowflake: { ...standard, backslashEscapes: true, dollarStrings: true },
  tsql: { ...standard, brackets: 'doubled', nestedComments: true, variables: '@' },
  bigquery: { ...standard, backslashEscapes: true, hashComments: true, doubleQuote: 'string', backquote: true, dottedNames: true },
  hive: { ...standard, backslashEscapes: true, doubleQuote: 'string', backquote: true },
  databricks: { ...standard, backslashEscapes: true, doubleQuote: 'string', backquote: true, nestedComments: true },
  kustokql: { ...standard, backslashEscapes: true, doubleQuote: 'string', isKql: true },
}

const wordOf: Record<string, string> = {
  mssql: 'tsql',
  mariadb: 'mysql',
  tidb: 'mysql',
  starrocks: 'mysql',
  doris: 'mysql',
  cockroachdb: 'postgresql',
}

/** The known dialects; any other is read as standard SQL. */
export const lexiconOf = (dialect: string): Lexicon => lexicons[wordOf[dialect] ?? dialect] ?? standard
