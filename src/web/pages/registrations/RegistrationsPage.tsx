import { UserPlus } from 'lucide-react'
import type { RowOf } from '#api/declare/route.ts'
import { registrationList } from '#api/user-registrations.ts'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../data/paths.ts'
import { listQueries } from '../../data/resources.ts'
import type { ListConfig } from '../../lists/config.ts'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { Ago } from '../../lists/time/Ago.tsx'
import { ButtonLink } from '../../ui/button/Button.tsx'

const columns = ['id', 'username', 'email', 'first_name', 'last_name', 'registration_date'] as const

type RegistrationRow = RowOf<typeof registrationList, (typeof columns)[number]>

const queries = listQueries(registrationList)

const config = (): ListConfig<RegistrationRow> => ({
  id: 'registration',
  title: t('Registration requests'),
  noun: (count) => t.plural(count, 'request', 'requests'),
  list: (q) => queries.list({ ...q, columns }),
  refresh: (client) => client.invalidateQueries({ queryKey: [registrationList.path] }),
  count: queries.count,
  search: { col: 'username', opr: 'ct', label: t('Search user name') },
  filters: [],
  sorts: [{ key: 'registration_date', label: t('Newest'), direction: 'desc' }],
  defaults: { sort: 'registration_date', direction: 'desc', cards: false },
  name: (row) => `${row.first_name} ${row.last_name}`,
  note: (row) => row.email,
  open: () => paths.users,
  icon: <UserPlus />,
  shown: [
    { key: 'username', head: t('User name'), width: 160, cell: (row) => row.username },
    { key: 'date', head: t('Since'), width: 128, cell: (row) => <Ago time={`${row.registration_date}Z`} /> },
  ],
  canEdit: () => false,
  entries: () => [],
  actions: null,
  empty: {
    title: t('Nobody waits for an account'),
    text: t('Whoever needs an account asks an administrator.'),
    action: (
      <ButtonLink kind="primary" to={paths.users}>
        {t('Users')}
      </ButtonLink>
    ),
  },
})

/** People who asked for an account. */
const RegistrationsPage = () => <ListPage config={config()} />

export default RegistrationsPage
