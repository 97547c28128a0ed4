import type { Access } from '#api/declare/route.ts'
import type { AccessExplanation } from '#api/access.ts'
import { chartData } from '#api/chart-data.ts'
import { chartGet, chartUpdate } from '#api/chart.ts'
import { dashboardGet, dashboardUpdate } from '#api/dashboard.ts'
import { databaseGet, databaseUpdate } from '#api/database.ts'
import { datasetGet, datasetUpdate } from '#api/dataset.ts'
import { isAllowed } from '#core/access/can.ts'
import { grounds, type Action, type Ground } from '#core/access/grounds.ts'
import { hasPair, pair, type Pair } from '#core/access/principal.ts'
import type { Kind } from '#core/access/kind.ts'
import type { Subject } from '#core/access/subject.ts'
import { t } from '#core/i18n/t.ts'
import { sqllabExecute } from '#api/sqllab.ts'
import { groundText, listText, pairOf, roleText } from './ground-text.ts'
import type { ExplainedPerson } from './person.ts'

export type Verdict = AccessExplanation['see']

/** The routes by which people do this, whose permission pair is asked first. */
const doors: Record<Kind, Record<Action, { access: Access }>> = {
  chart: { see: chartGet, change: chartUpdate, query: chartData },
  dashboard: { see: dashboardGet, change: dashboardUpdate, query: chartData },
  dataset: { see: datasetGet, change: datasetUpdate, query: chartData },
  database: { see: databaseGet, change: databaseUpdate, query: sqllabExecute },
}

const refused = (...sentences: string[]): Verdict => ({ allowed: false, grounds: [], sentences })

/** The pair that a person lacks to use a route. */
const missingPair = ({ principal }: ExplainedPerson, { access }: { access: Access }): Pair | null =>
  typeof access !== 'string' && !hasPair(principal, access[0], access[1]) ? pair(access[0], access[1]) : null

const isSame = (a: Ground, b: Ground): boolean => a.kind === b.kind && pairOf(a) !== undefined && pairOf(a) === pairOf(b)

/** Whether somebody may do something with an object, as the server decides it, with every reason. */
export const verdictOn = (person: ExplainedPerson, action: Action, subject: Exclude<Subject, { kind: 'schema' }>): Verdict => {
  const { name, principal } = person
  if (!person.isActive) return refused(t('The account of %(person)s is deactivated.', { person: name }))
  const missing = missingPair(person, doors[subject.kind][action])
  if (missing !== null) return refused(t('No role of %(person)s has the permission “%(pair)s”.', { person: name, pair: missing }))
  const found = [...grounds(principal, action, subject)]
  if (found.length === 0) return refused(refusalText(person, action, subject))
  const distinct = found.filter((one, i) => found.findIndex((other) => isSame(one, other)) === i || pairOf(one) === undefined)
  const shown = distinct.map((ground) => {
    const granted = pairOf(ground)
    return { kind: ground.kind, ...(granted !== undefined && { pair: granted }), sentence: groundText(person, ground) }
  })
  return { allowed: true, grounds: shown, sentences: shown.map(({ sentence }) => sentence) }
}

/** What would have to be different. */
const refusalText = (person: ExplainedPerson, action: Action, subject: Exclude<Subject, { kind: 'schema' }>): string => {
  const { name, principal, roles } = person
  if (action === 'change' && isAllowed(principal, 'see', subject)) return t('%(person)s is not one of its owners.', { person: name })
  if (subject.kind === 'database')
    return action === 'query'
      ? t('No role of %(person)s opens the whole database.', { person: name })
      : t('No role of %(person)s opens the database or a part of it.', { person: name })
  if (subject.kind === 'chart' && !subject.dataset) return t('Its dataset is gone.')
  if (subject.kind !== 'dashboard')
    return t('No role of %(person)s opens the dataset, its schema, its catalog or its database, and %(person)s does not own the dataset.', {
      person: name,
    })
  if (!subject.published) return t('It is a draft, which only its owners see.')
  if (subject.roles.length > 0)
    return t('It is open to certain roles only. %(person)s holds none of them, but %(roles)s.', {
      person: name,
      roles: listText(roles.map(roleText)) || t('no role'),
    })
  return subject.datasets.length === 0
    ? t('It is published, but has no chart yet.')
    : t('It is published, but shows no dataset that %(person)s may read.', { person: name })
}
