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

/** Conversations (`resource / conversation`) of parts that a later issue names. */
export const readLater = (): Record<string, string> => (file('later.json')['api'] ?? {}) as Record<string, string>

export const conversationName = ({ resource, conversation }: Pick<Outcome, 'resource' | 'conversation'>) => `${resource} / ${conversation}`

/** Exchanges of one conversation may share a name; the place tells them apart then. */
export const nameOf = (outcome: Outcome, all: readonly Outcome[]): string => {
  const name = `${conversationName(outcome)} / ${outcome.exchange}`
  const alike = all.filter((other) => `${conversationName(other)} / ${other.exchange}` === name)
  return alike.length > 1 ? `${name} #${alike.indexOf(outcome) + 1}` : name
}

export type Score = { asked: number; status: number; shape: number; listed: number }

export const scoreOf = (outcomes: readonly Outcome[], listed: Listed): Score => ({
  asked: outcomes.length,
  status: outcomes.filter((outcome) => outcome.status).length,
  shape: outcomes.filter((outcome) => outcome.shape).length,
  listed: outcomes.filter((outcome) => !outcome.shape && nameOf(outcome, outcomes) in listed).length,
})

const percent = (part: number, whole: number) => (whole ? `${((100 * part) / whole).toFixed(1)} %` : '–')

const line = (name: string, { asked, status, shape, listed }: Score) =>
  [
    name.padEnd(20),
    String(asked).padStart(5),
    percent(status, asked).padStart(9),
    percent(shape, asked).padStart(9),
    String(listed).padStart(7),
    String(asked - shape - listed).padStart(9),
  ].join(' ')

/** One line per resource and one for all: exchanges, equal status, equal status and shape, listed and unlisted differences. */
export const scoreLines = (outcomes: readonly Outcome[], listed: Listed): string[] => {
  const resources = [...new Set(outcomes.map((outcome) => outcome.resource))]
  return [
    [
      'resource'.padEnd(20),
      'asked'.padStart(5),
      'status'.padStart(9),
      '+ shape'.padStart(9),
      'listed'.padStart(7),
      'unlisted'.padStart(9),
    ].join(' '),
    ...resources.map((resource) =>
      line(
        resource,
        scoreOf(
          outcomes.filter((outcome) => outcome.resource === resource),
          listed,
        ),
      ),
    ),
    line('all', scoreOf(outcomes, listed)),
  ]
}
