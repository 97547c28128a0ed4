import { cssVariables } from '../../src/web/theme/variables.ts'
import type { Finding, Sources } from './sources.ts'
import { lineOf } from './sources.ts'

const tokenFiles = ['src/core/theme/tokens.ts', 'src/web/theme/measures.css']

type Rule = { files: RegExp; pattern: RegExp; message: string }

const rules: Rule[] = [
  { files: /\.css$/, pattern: /z-index:\s*-?\d+/g, message: 'a literal layer; use var(--layer-…) of src/web/theme/measures.css' },
  {
    files: /\.css$/,
    pattern: /@media[^{]*\d+(px|em|rem)/g,
    message: 'a literal width of the window; use @media (--phone) or another of `breakpoints` in src/core/theme/tokens.ts',
  },
  { files: /\.tsx?$/, pattern: /['"`]\((min|max)-width: ?\d+px/g, message: 'a literal width of the window; use useMedia' },
  { files: /\.tsx?$/, pattern: /\bzIndex: ?-?\d/g, message: 'a literal layer; set it in a stylesheet' },
  {
    files: /\.css$/,
    pattern: /(?<![\w-])((padding|margin)(-[a-z-]+)?|(row-|column-)?gap):[^;{}]*(?<![\w.])(4|8|12|16|24|32)px/g,
    message: 'a literal space; use var(--space-…) of src/web/theme/measures.css',
  },
]

/** Layers, breakpoints and the spacing scale are defined in one place. */
export const literalMeasures = (sources: Sources): Finding[] =>
  [...sources]
    .filter(([path]) => path.startsWith('src/') && !tokenFiles.includes(path))
    .flatMap(([path, text]) =>
      rules
        .filter(({ files }) => files.test(path))
        .flatMap(({ pattern, message }) =>
          [...text.matchAll(pattern)].map((match) => ({ path, line: lineOf(text, match.index), message })),
        ),
    )

const tokenNames = new Set(Object.keys(cssVariables('light')))

/** A stylesheet that redefines a token changes it for every widget inside, too. */
export const redefinedTokens = (sources: Sources): Finding[] =>
  [...sources]
    .filter(([path]) => path.endsWith('.css') && !tokenFiles.includes(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(/(?<=[{;]\s*)(--[\w-]+)(?=\s*:)/g)].flatMap((match) =>
        tokenNames.has(match[0]) ? [{ path, line: lineOf(text, match.index), message: `${match[0]} is a token; use another name` }] : [],
      ),
    )
