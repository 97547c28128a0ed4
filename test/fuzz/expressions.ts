import { engines as allEngines } from '../../src/engines/index.ts'
import type { Deny } from '../../src/core/sql/deny.ts'
import { hostileTexts } from './hostile-text.ts'
import { randomOf } from './random.ts'
import type { RealEngine } from './real-engines.ts'
import { expressionRefusal, treesOf } from './verdict.ts'

/** Expressions that want out of their parentheses, and what must hold for those that are let in. */

const dialects = allEngines.map(({ dialect }) => dialect)

/** As a person's expression is in a statement, with marks around it that must stay what they are. */
const placed = (text: string) => `SELECT (${text}\n) AS first_, 2 AS second_ FROM table_ WHERE 3 = 4`

const names = (text: string, name: string) => text.split(name).length - 1

/** The parser finds our outputs, source and condition, and nothing else; what it cannot read, no engine is asked. */
const holdsInParser = (text: string, dialect: string): boolean => {
  const statements = treesOf(placed(text), dialect)
  if (statements === null) return true
  const [only, ...more] = statements
  const select = only?.['select'] as { expressions?: unknown[]; from?: unknown; where_clause?: unknown } | undefined
  if (!select || more.length || select.expressions?.length !== 2) return false
  const [first, second] = select.expressions.map((output) => JSON.stringify(output))
  return (
    names(first ?? '', '"first_"') === 1 &&
    names(second ?? '', '"second_"') === 1 &&
    JSON.stringify(select.from).includes('"table_"') &&
    Boolean(select.where_clause)
  )
}

/** What the engine denies, and one function more that says so when it is called. */
const withCanary = ({ functions, ...deny }: Deny): Deny => ({
  ...deny,
  functions: { has: (name) => name === 'canary' || functions.has(name) },
})

export type Escaped = { text: string; dialect: string; where: 'parser' | 'engine' }
export type Outcome = { asked: number; letIn: number; run: number; escaped: Escaped[] }
type Wanted = { seed: number; count: number; /** Most expressions that each engine runs. */ sample: number }

/** Asks so many expressions, the dialects by turns; those that are let in and do not stay in their parentheses are told. */
export const fuzzExpressions = async (engines: RealEngine[], { seed, count, sample }: Wanted): Promise<Outcome> => {
  const outcome: Outcome = { asked: 0, letIn: 0, run: 0, escaped: [] }
  for (const { parser: dialect, deny } of dialects) {
    const next = hostileTexts(randomOf(seed), dialect)
    const checked = { parser: dialect, deny: withCanary(deny) }
    const engine = engines.find((each) => each.dialect === dialect)
    const share = Math.ceil(count / dialects.length)
    outcome.asked += share
    let left = sample
    for (let i = 0; i < share; i++) {
      const text = next()
      if (expressionRefusal(text, checked)) continue
      outcome.letIn++
      if (!holdsInParser(text, dialect)) outcome.escaped.push({ text, dialect, where: 'parser' })
      else if (engine && left-- > 0) {
        outcome.run++
        if (await engine.escapes(text)) outcome.escaped.push({ text, dialect, where: 'engine' })
      }
    }
  }
  return outcome
}
