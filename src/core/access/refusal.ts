import { AppError, forbidden, notFound } from '../errors.ts'
import { t } from '../i18n/t.ts'
import type { Decision, Reason } from './can.ts'
import type { Subject } from './subject.ts'

/** The response to a refusal: 404 where existence must stay hidden, 403 for objects of others or data that may not be read. */
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

/** Names only the requested id: an existing dataset must look the same as a missing one. */
export const closedDataset = (id: number | string): AppError =>
  new AppError(
    'DATASOURCE_SECURITY_ACCESS_ERROR',
    t('This endpoint requires the datasource %(id)s, database or `all_datasource_access` permission', { id }),
    { status: 403, level: 'warning', extra: { link: '', datasource: id, datasource_name: '' } },
  )

export const refusal = (decision: Extract<Decision, { allowed: false }>): Error => answers[decision.reason](decision.subject)
