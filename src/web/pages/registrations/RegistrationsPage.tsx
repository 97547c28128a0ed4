import { Check, UserPlus } from 'lucide-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RowOf } from '#api/declare/route.ts'
import { registrationApprove, registrationDelete, registrationList } from '#api/user-registrations.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { paths } from '../../data/paths.ts'
import { useRegistration } from '../../data/log-in/ways.ts'
import { listQueries } from '../../data/resources.ts'
import type { ListConfig } from '../../lists/config.ts'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { deletionFailed } from '../../lists/parts.tsx'
import { useSession } from '../../data/session.ts'
import { Ago } from '../../lists/time/Ago.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { ButtonLink } from '../../ui/button/Button.tsx'

const columns = ['id', 'username', 'email', 'first_name', 'last_name', 'registration_date'] as const

type RegistrationRow = RowOf<typeof registrationList, (typeof columns)[number]>

const queries = listQueries(registrationList)

const emptyText = (mode: ReturnType<typeof useRegistration>): string => {
  if (mode === 'mail') return t('Whoever asks for an account on the log-in page is here until they follow the link in the mail.')
  if (mode === 'approval') return t('Whoever asks for an account on the log-in page waits here for you.')
  return t('Whoever needs an account asks an administrator. The setting --registration lets people ask on the log-in page.')
}

type Dependencies = { mode: ReturnType<typeof useRegistration>; approve: (row: RegistrationRow) => void; canApprove: boolean }

const config = ({ mode, approve, canApprove }: Dependencies): ListConfig<RegistrationRow> => ({
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
  canEdit: () => canApprove,
  ...(canApprove && {
    remove: { one: (id) => call(registrationDelete, { params: { pk: id } }), failure: deletionFailed },
  }),
  entries: (row) =>
    canApprove && mode === 'approval' ? [{ key: 'approve', label: t('Approve'), icon: <Check />, onSelect: () => approve(row) }] : [],
  actions: null,
  empty: {
    title: t('Nobody waits for an account'),
    text: emptyText(mode),
    action: (
      <ButtonLink kind="primary" to={paths.users}>
        {t('Users')}
      </ButtonLink>
    ),
  },
})

/** People who asked for an account. */
const RegistrationsPage = () => {
  const client = useQueryClient()
  const { hasPermission } = useSession()
  const mode = useRegistration()
  const approval = useMutation({
    mutationFn: ({ id }: RegistrationRow) => call(registrationApprove, { params: { pk: id } }),
    onSuccess: (_answer, { username }) => say(t('%(name)s may log in now.', { name: username }), { kind: 'good' }),
    onError: (error, { username }) =>
      say(t('%(name)s was not approved: %(reason)s', { name: username, reason: errorText(error) }), { kind: 'bad' }),
    onSettled: () => client.invalidateQueries({ queryKey: [registrationList.path] }),
  })
  return <ListPage config={config({ mode, canApprove: hasPermission('can_post', 'User'), approve: approval.mutate })} />
}

export default RegistrationsPage
