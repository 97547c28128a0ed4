import { userOwned, type OwnedObject } from '#api/users.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { confirm } from '../../ui/overlay/confirm.ts'
import type { UserRow } from './users-config.tsx'

export type Leaver = { user: UserRow; owned: readonly OwnedObject[] }

/**
 * Whether accounts can be deleted at once: they own nothing, or, several, it is confirmed. For a single one that owns something, a dialog
 * offers a new owner instead.
 */
export const confirmLeaving = async (users: UserRow[], leave: (leaver: Leaver) => void): Promise<boolean> => {
  const owned = (await Promise.all(users.map(({ id }) => call(userOwned, { params: { pk: id } })))).map(({ result }) => result)
  const count = owned.flat().length
  const [user] = users
  if (count === 0) return true
  if (users.length === 1 && user) {
    leave({ user, owned: owned.flat() })
    return false
  }
  const title = t('Delete %(count)s users?', { count: users.length })
  const text = t('They own %(count)s objects. Delete them one by one to choose a new owner.', { count })
  return confirm({ title, text, action: t('Delete'), danger: true })
}
