import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from './replay.ts'

/** Why a difference may stay (design.md §8). */
export type Reason = 'defect of the record' | 'better on purpose' | 'engine cannot store it'

export type Listed = Record<string, { reason: Reason; note: string }>

const file = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../conformance', name), 'utf8')) as Record<string, unknown>

/** The listed differences of API conversations, by `resource / conversation / exchange`. */
export const readListed = (): Listed => (file('differences.json')['api'] ?? {}) as Listed

/** Conversations (`resource / conversation`) and single exchanges of them, of parts that a later issue names. */
export const readLater = (): Record<string, string> => (file('later.json')['api'] ?? {}) as Record<string, string>

export const conversationName = ({ resource, conversation }: Pick<Outcome, 'resource' | 'conversation'>) => `${resource} / ${conversation}`

/** Exchanges of one conversation may share a name; the place tells them apart then. */
export const nameOf = (outcome: Outcome, all: readonly Outcome[]): string => {
  const name = `${conversationName(outcome)} / ${outcome.exchange}`
  const alike = all.filter((other) => `${conversationName(other)} / ${other.exchange}` === name)
  return alike.length > 1 ? `${name} #${alike.indexOf(outcome) + 1}` : name
}

export type Score = { asked: number; status: number; shape: number; wanted: number; listed: number; unlisted: number }

export const scoreOf = (outcomes: readonly Outcome[], listed: Record<string, unknown>): Score => {
  const different = outcomes.filter((outcome) => !outcome.shape)
  const isListed = (outcome: Outcome) => nameOf(outcome, outcomes) in listed
  return {
    asked: outcomes.length,
    status: outcomes.filter((outcome) => outcome.status).length,
    shape: outcomes.length - different.length,
    wanted: different.filter((outcome) => outcome.want).length,
    listed: different.filter((outcome) => !outcome.want && isListed(outcome)).length,
    unlisted: different.filter((outcome) => !isListed(outcome)).length,
  }
}

const percent = (part: number, whole: number) => (whole ? `${((100 * part) / whole).toFixed(1)} %` : '–')

const columns: [title: string, width: number, cell: (score: Score) => string][] = [
  ['asked', 5, ({ asked }) => String(asked)],
  ['status', 9, ({ asked, status }) => percent(status, asked)],
  ['equal', 9, ({ asked, shape }) => percent(shape, asked)],
  ['wanted', 7, ({ wanted }) => String(wanted)],
  ['equal or wanted', 16, ({ asked, shape, wanted }) => percent(shape + wanted, asked)],
  ['otherwise listed', 17, ({ listed }) => String(listed)],
  ['unlisted', 9, ({ unlisted }) => String(unlisted)],
]

const line = (name: string, cells: readonly string[]) =>
  [name.padEnd(20), ...cells.map((cell, i) => cell.padStart(columns[i]?.[1] ?? 0))].join(' ')

const legend = [
  'status: the recorded status · equal: status and shape as recorded by one of the versions · wanted: different as conformance/README.md',
  'wants it, told by rule (test/api/judge/wanted.ts) · otherwise listed: different for another reason that differences.json gives',
]

/** One line per resource and one for all. */
export const scoreLines = (outcomes: readonly Outcome[], listed: Record<string, unknown>): string[] => {
  const resources = [...new Set(outcomes.map((outcome) => outcome.resource))]
  const cells = (some: readonly Outcome[]) => columns.map(([, , cell]) => cell(scoreOf(some, listed)))
  return [
    line(
      'resource',
      columns.map(([title]) => title),
    ),
    ...resources.map((resource) => line(resource, cells(outcomes.filter((outcome) => outcome.resource === resource)))),
    line('all', cells(outcomes)),
    ...legend,
  ]
}
