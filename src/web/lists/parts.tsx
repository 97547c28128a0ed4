import { t } from '#core/i18n/t.ts'
import type { Session } from '../data/session.ts'
import { Ago } from './time/Ago.tsx'
import { ago } from './time/ago.ts'
import type { ListColumn, ListConfig, ListFilter, ListRow } from './config.ts'
import type { ListedTag } from './routes.ts'
import { relatedOptions } from './options.ts'
import { Owners } from './people/Owners.tsx'
import { nameFor, type Person } from './people/people.ts'

/** Filters, sorts and columns that the lists of charts, dashboards, datasets and databases share. */
export const ownersFilter = (tag: ListedTag): ListFilter => ({
  key: 'owners',
  label: t('Owner'),
  options: relatedOptions(tag, 'owners'),
  condition: (value) => ({ col: 'owners', opr: 'rel_m_m', value }),
})

export const creatorFilter = (tag: ListedTag): ListFilter => ({
  key: 'created_by',
  label: t('Created by'),
  options: relatedOptions(tag, 'created_by'),
  condition: (value) => ({ col: 'created_by', opr: 'rel_o_m', value }),
})

const editedOrder = 'changed_on_delta_humanized'

export const byLastEdited = (): ListConfig<ListRow>['sorts'][number] => ({ key: editedOrder, label: t('Last edited'), direction: 'desc' })

export const lastEditedFirst: ListConfig<ListRow>['defaults'] = { sort: editedOrder, direction: 'desc', cards: false }

export const ownersColumn = <R extends { owners?: Person[] }>(
  me: number,
  { width, hiddenOn }: { width: number; hiddenOn: 'tablet' | 'desktop' },
): ListColumn<R> => ({
  key: 'owners',
  head: t('Owner'),
  width,
  hiddenOn,
  cell: (row) => <Owners owners={row.owners} me={me} />,
})

export const editedColumn = <R,>(timeOf: (row: R) => string | null): ListColumn<R> => ({
  key: 'changed',
  head: t('Edited'),
  sort: editedOrder,
  width: 144,
  hiddenOn: 'phone',
  cell: (row) => <Ago time={timeOf(row)} />,
})

/** Who last edited it and when, in one line. */
export const editedLine = (
  { changed_by: by, changed_on_utc }: { changed_by?: Person | null | undefined; changed_on_utc: string },
  me: number,
): string => {
  const when = ago(changed_on_utc)
  if (!by) return when
  return by.id === me ? t('You, %(ago)s', { ago: when }) : t('By %(name)s, %(ago)s', { name: nameFor(by, me), ago: when })
}

/** Tells which rows the user may edit: their own, or all for an admin. */
export const canEditIn =
  ({ user, isAdmin }: Session) =>
  (row: { owners?: Person[]; is_managed_externally?: boolean }): boolean =>
    !row.is_managed_externally && (isAdmin || Boolean(row.owners?.some(({ id }) => id === user.id)))

/** Error message for a failed deletion. */
export const deletionFailed = (name: string, reason: string): string => t('There was an issue deleting %s: %s', [name, reason])
