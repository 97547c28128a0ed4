import type { Ground } from '#core/access/grounds.ts'
import type { Pair } from '#core/access/principal.ts'
import { t } from '#core/i18n/t.ts'
import type { ExplainedPerson, HeldRole } from './person.ts'

/** "a, b and c" */
export const listText = (parts: readonly string[]): string => new Intl.ListFormat(t.locale).format(parts)

/** "the role “Sales”", "the role “Sales” through the group “Staff”". */
export const roleText = ({ name, groups }: Pick<HeldRole, 'name' | 'groups'>): string =>
  groups.length > 0
    ? t('the role “%(role)s” through the group “%(group)s”', { role: name, group: groups.join('”, “') })
    : t('the role “%(role)s”', { role: name })

/** `[sales].[public]` as people write it; an id counts for nothing here. */
const placeText = (view: string): string =>
  [...view.replace(/\.?\(id:\d+\)$/, '').matchAll(/\[((?:[^\]]|\]\])*)\]/g)].map(([, name = '']) => name.replaceAll(']]', ']')).join('.')

/** What a permission pair of objects opens; of others the pair itself. */
const openedBy = (pair: Pair): string => {
  const [permission = '', view = ''] = pair.split(/ on (.*)/s)
  const place = placeText(view)
  switch (permission) {
    case 'all_database_access':
      return t('all databases')
    case 'all_datasource_access':
      return t('all datasets')
    case 'database_access':
      return t('the database “%(place)s”', { place })
    case 'catalog_access':
      return t('the catalog “%(place)s”', { place })
    case 'schema_access':
      return t('the schema “%(place)s”', { place })
    case 'datasource_access':
      return t('the dataset “%(place)s”', { place })
    default:
      return pair
  }
}

/** "The role “Sales” opens the dataset “pg.orders”." */
export const pairText = ({ roles, name }: ExplainedPerson, pair: Pair): string => {
  const holders = roles.filter(({ pairs }) => pairs.has(pair))
  return t('%(person)s holds %(roles)s, which opens %(what)s.', {
    person: name,
    roles: listText(holders.map(roleText)),
    what: openedBy(pair),
  })
}

const heldText = ({ roles }: ExplainedPerson, id: number, fallback: string): string =>
  roleText(roles.find((role) => role.id === id) ?? { name: fallback, groups: [] })

/** A ground as a sentence. */
export const groundText = (person: ExplainedPerson, ground: Ground): string => {
  const { name } = person
  switch (ground.kind) {
    case 'admin':
      return t('%(person)s is an administrator, who may do everything.', { person: name })
    case 'pair':
      return pairText(person, ground.pair)
    case 'owner':
      return t('%(person)s is one of its owners.', { person: name })
    case 'dashboard-role':
      return t('The dashboard is open to %(role)s, which %(person)s holds.', {
        person: name,
        role: heldText(person, ground.role.id, ground.role.name),
      })
    case 'guest-token':
      return t('The token names the dashboard.')
    case 'public-link':
      return t('Anyone with its public link can view it.')
    case 'shown-data':
      return t('It is published and shows the dataset “%(dataset)s”. %(why)s', {
        dataset: ground.dataset.name,
        why: groundText(person, ground.ground),
      })
    case 'lent-data':
      return ground.by.kind === 'chart'
        ? t('The chart lends this data to anyone with its public link.')
        : t('The dashboard lends this data to everybody who may see it. %(why)s', { why: groundText(person, ground.ground) })
  }
}

/** The pair at the bottom of a ground. */
export const pairOf = (ground: Ground): Pair | undefined => {
  if (ground.kind === 'pair') return ground.pair
  return 'ground' in ground ? pairOf(ground.ground) : undefined
}
