import type { DatasetFacts } from '#charts/control.ts'
import { dataKind } from '../../../controls/field/kind.ts'
import type { MissingField } from './references.ts'

/** The least similarity of two names, from 0 to 1, for one to be proposed for the other. */
const minSimilarity = 0.6

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const pairsOf = (name: string): string[] => Array.from({ length: Math.max(0, name.length - 1) }, (_, i) => name.slice(i, i + 2))

/** The share of letter pairs that two names have in common (Sørensen–Dice), apart from case and separators. */
export const similarity = (a: string, b: string): number => {
  const [first, second] = [plain(a), plain(b)]
  if (first === second) return 1
  const [pairs, left] = [pairsOf(first), pairsOf(second)]
  const all = pairs.length + left.length
  let common = 0
  for (const pair of pairs) {
    const at = left.indexOf(pair)
    if (at < 0) continue
    left.splice(at, 1)
    common++
  }
  return all === 0 ? 0 : (2 * common) / all
}

/** The candidate that is most alike; one that differs only in case comes before one that differs in separators. */
const mostAlike = (name: string, candidates: string[]): string | null => {
  const scored = candidates.map((candidate) => ({
    candidate,
    score: similarity(name, candidate) + (candidate.toLowerCase() === name.toLowerCase() ? 1 : 0),
  }))
  const best = scored.toSorted((a, b) => b.score - a.score)[0]
  return best && best.score >= minSimilarity ? best.candidate : null
}

/** The fields of a dataset that may stand for a missing one: columns of its type first, where that is known. */
export const candidatesFor = (
  { kind, name }: Pick<MissingField, 'kind' | 'name'>,
  before: DatasetFacts | null,
  next: DatasetFacts,
): string[] => {
  if (kind === 'metric') return next.metrics.map((metric) => metric.metric_name)
  const former = before?.columns.find((column) => column.column_name === name)
  const isAlike = (column: DatasetFacts['columns'][number]) => !former || dataKind(column) === dataKind(former)
  return next.columns.toSorted((a, b) => Number(isAlike(b)) - Number(isAlike(a))).map((column) => column.column_name)
}

/** The names of missing fields to what is proposed for them: alike by name, and for columns of the same type. */
export const proposeMapping = (missing: MissingField[], before: DatasetFacts | null, next: DatasetFacts): Map<string, string | null> =>
  new Map(
    missing.map((field) => {
      const former = field.kind === 'column' ? before?.columns.find((column) => column.column_name === field.name) : undefined
      const ofType = former
        ? next.columns.filter((column) => dataKind(column) === dataKind(former)).map((column) => column.column_name)
        : candidatesFor(field, before, next)
      return [fieldKey(field), mostAlike(field.name, ofType)]
    }),
  )

/** A column and a metric may have the same name. */
export const fieldKey = ({ kind, name }: Pick<MissingField, 'kind' | 'name'>): string => `${kind} ${name}`
