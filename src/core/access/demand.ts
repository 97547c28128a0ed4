import { AppError, forbidden, notFound } from '../errors.ts'
import { t } from '../i18n/t.ts'
import { can, type Action, type Decision, type Reason } from './can.ts'
import type { Principal } from './principal.ts'
import type { DatasetSubject, Subject } from './subject.ts'

/** The answer that belongs to a refusal: 404 for what must not be known, 403 for another's object or closed data. */
const answers: Record<Reason, (subject: Subject) => Error> = {
  unseen: () => notFound(),
  'not-owner': () => forbidden(),
  'no-data': (subject) => {
    if (subject.kind === 'dataset') return datasetRefusal(subject)
    if (subject.kind === 'database' || subject.kind === 'schema') {
      return new AppError('DATABASE_SECURITY_ACCESS_ERROR', t('You do not have access to this database'), { status: 403 })
    }
    return notFound()
  },
}

const datasetRefusal = ({ id, name, schema }: DatasetSubject) =>
  new AppError(
    'DATASOURCE_SECURITY_ACCESS_ERROR',
    t('This endpoint requires the datasource %(id)s, database or `all_datasource_access` permission', { id }),
    { status: 403, level: 'warning', extra: { link: '', datasource: id, datasource_name: schema === null ? name : `${schema}.${name}` } },
  )

export const refusal = (decision: Extract<Decision, { allowed: false }>): Error => answers[decision.reason](decision.subject)

/** @throws the refusal's error, when the answer of `can` is no. */
export const demand = (principal: Principal, action: Action, subject: Subject): void => {
  const decision = can(principal, action, subject)
  if (!decision.allowed) throw refusal(decision)
}
