import { isAllowed } from '#core/access/can.ts'
import { closedDataset } from '#core/access/refusal.ts'
import { grantsOf } from '#core/access/grants.ts'
import type { Principal } from '#core/access/principal.ts'
import type { DatasetSubject } from '#core/access/subject.ts'
import type { Db } from '../db/open.ts'
import { subjectOf } from './subjects.ts'

/** Whether the principal may learn that a dataset does not exist: only if they could read it otherwise. */
export const canKnowOfAbsence = (principal: Principal, id: number | string): boolean => {
  const { allData, datasets } = grantsOf(principal)
  return allData || (typeof id === 'number' && datasets.has(id))
}

/**
 * The dataset if the principal may read it, or null if it does not exist. Without read access both cases throw the same error, so that
 * ids cannot be probed.
 * @throws the error that `closed` creates
 */
export const requireDataset = async (
  db: Db,
  principal: Principal,
  id: number,
  closed: (id: number) => Error = closedDataset,
): Promise<DatasetSubject | null> => {
  const subject = await subjectOf(db, 'dataset', id)
  const isOpen = subject ? isAllowed(principal, 'query', subject) : canKnowOfAbsence(principal, id)
  if (!isOpen) throw closed(id)
  return subject
}
