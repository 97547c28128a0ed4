import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { endOtherSessionsRoute, endSessionRoute, sessionsRoute, type SignedInSession } from '#api/me.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { routeQuery } from '../../data/resources.ts'
import { errorText } from '../../data/call-error.ts'
import { ago, moment } from '../../lists/time/ago.ts'
import { usePageTitle } from '../../window/use-page-title.ts'
import { Button } from '../../ui/button/Button.tsx'
import { confirm } from '../../ui/overlay/confirm.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/State.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { parseUserAgent } from './device.ts'
import rows from '../../ui/table/rows.module.css'
import words from '../../ui/text/words.module.css'
import css from '../../ui/table/facts.module.css'

const sessionsQuery = routeQuery(sessionsRoute)

/** Lists the sessions of the account, which can be ended. */
const SessionsPage = () => {
  usePageTitle(t('Sessions'))
  const client = useQueryClient()
  const sessions = useQuery({
    ...sessionsQuery,
    select: ({ result }) => result,
  })
  /** Ends a session by id, or with null all others. */
  const end = useMutation({
    mutationFn: (id: string | null) =>
      id === null ? call(endOtherSessionsRoute, {}) : call(endSessionRoute, { params: { session_id: id } }),
    onSuccess: (_, id) => say(id === null ? t('All other sessions have ended') : t('The session has ended'), { kind: 'good' }),
    onError: (error) => say(errorText(error), { kind: 'bad' }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  const endOthers = async () => {
    const sure = await confirm({
      title: t('End all other sessions?'),
      text: t('Every other device has to log in again. This one stays.'),
      action: t('End all others'),
      danger: true,
    })
    if (sure) end.mutate(null)
  }
  const others = sessions.data?.filter(({ is_current }) => !is_current) ?? []

  return (
    <div className={css['page']}>
      <header className={css['head']}>
        <div>
          <h1>{t('Sessions')}</h1>
          <p className={css['lead']}>{t('Devices on which this account is logged in.')}</p>
        </div>
        {others.length > 0 && (
          <Button kind="danger" icon={<LogOut />} busy={end.isPending && end.variables === null} onClick={() => void endOthers()}>
            {t('End all others')}
          </Button>
        )}
      </header>
      {sessions.isError ? (
        <ErrorState
          title={t('The sessions could not be loaded')}
          text={errorText(sessions.error)}
          onRetry={() => void sessions.refetch()}
        />
      ) : sessions.data?.length === 0 ? (
        <EmptyState icon={<Monitor />} title={t('No sessions')} text={t('Nobody is logged in to this account with a browser.')} />
      ) : (
        <ul className={rows['list']} aria-label={t('Sessions')} aria-busy={sessions.isPending}>
          {sessions.data
            ? [...sessions.data.filter(({ is_current }) => is_current), ...others].map((session) => (
                <Session
                  key={session.id}
                  session={session}
                  busy={end.isPending && end.variables === session.id}
                  onEnd={() => end.mutate(session.id)}
                />
              ))
            : Array.from({ length: 3 }, (_, i) => (
                <li key={i} className={css['row']}>
                  <Skeleton width={`${48 - i * 8}%`} />
                </li>
              ))}
        </ul>
      )}
    </div>
  )
}

const deviceName = ({ agent }: SignedInSession): string => {
  const { browser, system } = parseUserAgent(agent)
  if (browser && system) return t('%(browser)s on %(system)s', { browser, system })
  return browser ?? system ?? t('Unknown device')
}

const Session = ({ session, busy, onEnd }: { session: SignedInSession; busy: boolean; onEnd: () => void }) => {
  const { is_current: isCurrent, agent, address, seen_on: seen, created_on: created } = session
  const name = deviceName(session)
  const Icon = parseUserAgent(agent).isSmall ? Smartphone : Monitor
  const facts = [
    isCurrent ? t('In use now') : t('Last used %(ago)s', { ago: ago(seen) }),
    t('logged in %(ago)s', { ago: ago(created) }),
    ...(address ? [address] : []),
  ]
  return (
    <li className={css['row']}>
      <Icon aria-hidden className={css['icon']} />
      <div className={words['words']}>
        <span className={css['name']} title={agent ?? undefined}>
          {name}
          {isCurrent && <span className={css['mark']}>{t('This device')}</span>}
        </span>
        <span className={css['facts']} title={moment(seen)}>
          {facts.join(' · ')}
        </span>
      </div>
      {!isCurrent && (
        <Button dense busy={busy} aria-label={t('End the session: %(name)s', { name })} onClick={onEnd}>
          {t('End session')}
        </Button>
      )}
    </li>
  )
}

export default SessionsPage
