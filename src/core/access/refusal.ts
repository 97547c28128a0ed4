import { AppError, forbidden, notFound } from '../errors.ts'
import { t } from '../i18n/t.ts'
import type { Decision, Reason } from './can.ts'
import type { Subject } from './subject.ts'

/** The answer that belongs to a refusal: 404 for what must not be known, 403 for another's object or closed data. */
const answers: Record<Reason, (subject: Subject) => Error> = {
  unseen: () => notFound(),
  'not-owner': () => forbidden(),
  'no-data': (subject) => {
    if (subject.kind === 'dataset') return closedDataset(subject.id)
    if (subject.kind === 'database' || subject.kind === 'schema') {
      return new AppError('DATABASE_SECURITY_ACCESS_ERROR', t('You do not have access to this database'), { status: 403 })
    }
    return notFound()
  },
}

/** Tells the id that was asked for and no name: a dataset that is there must look like one that is not. */
export const closedDataset = (id: number | string): AppError =>
  new AppError(
    'DATASOURCE_SECURITY_ACCESS_ERROR',
    t('This endpoint requires the datasource %(id)s, database or `all_datasource_access` permission', { id }),
    { status: 403, level: 'warning', extra: { link: '', datasource: id, datasource_name: '' } },
  )

export const refusal = (decision: Extract<Decision, { allowed: false }>): Error => answers[decision.reason](decision.subject)
