import { allowed } from '#core/access/can.ts'
import { closedDataset } from '#core/access/refusal.ts'
import { grantsOf } from '#core/access/grants.ts'
import type { Principal } from '#core/access/principal.ts'
import type { DatasetSubject } from '#core/access/subject.ts'
import type { Db } from '../db/open.ts'
import { subjectOf } from './subjects.ts'

/** Whether somebody may be told that a dataset is not there: whoever could read it if it were. */
export const mayKnowOfAbsence = (principal: Principal, id: number | string): boolean => {
  const { allData, datasets } = grantsOf(principal)
  return allData || (typeof id === 'number' && datasets.has(id))
}

/**
 * The dataset, which the principal may read, or null when there is none. To whoever may not read it, a dataset that is there and one that
 * is not answer the same.
 * @throws what `closed` makes
 */
export const demandDataset = async (
  db: Db,
  principal: Principal,
  id: number,
  closed: (id: number) => Error = closedDataset,
): Promise<DatasetSubject | null> => {
  const subject = await subjectOf(db, 'dataset', id)
  const isOpen = subject ? allowed(principal, 'query', subject) : mayKnowOfAbsence(principal, id)
  if (!isOpen) throw closed(id)
  return subject
}
