import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Braces, Plus } from 'lucide-react'
import { useState } from 'react'
import { apiTokensRoute, revokeApiTokenRoute, type ApiToken } from '#api/api-token.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { routeQuery } from '../../data/resources.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ago, moment } from '../../lists/time/ago.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/State.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { confirm } from '../../ui/overlay/confirm.ts'
import css from '../../ui/table/facts.module.css'
import rows from '../../ui/table/rows.module.css'
import words from '../../ui/text/words.module.css'
import { usePageTitle } from '../../window/use-page-title.ts'
import { scopeLabel } from './token-words.ts'

const NewTokenDialog = lazyDialog(async () => (await import('./NewTokenDialog.tsx')).NewTokenDialog)

const tokensQuery = routeQuery(apiTokensRoute)

/** The API tokens of the account: making one, and revoking them. */
const TokensPage = () => {
  usePageTitle(t('API tokens'))
  const client = useQueryClient()
  const [isMaking, setMaking] = useState(false)
  const tokens = useQuery({ ...tokensQuery, select: ({ result }) => result })
  const revoke = useMutation({
    mutationFn: (id: number) => call(revokeApiTokenRoute, { params: { pk: id } }),
    onSuccess: () => say(t('The token no longer works'), { kind: 'good' }),
    onError: (error) => say(errorText(error), { kind: 'bad' }),
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
  const ask = async ({ id, name }: ApiToken) => {
    const sure = await confirm({
      title: t('Revoke “%(name)s”?', { name }),
      text: t('Programs that use it are refused at once. This cannot be undone.'),
      action: t('Revoke'),
      danger: true,
    })
    if (sure) revoke.mutate(id)
  }
  const add = (
    <Button kind="primary" icon={<Plus />} onClick={() => setMaking(true)}>
      {t('API token')}
    </Button>
  )
  return (
    <div className={css['page']}>
      <header className={css['head']}>
        <div>
          <h1>{t('API tokens')}</h1>
          <p className={css['lead']}>{t('Programs use them instead of a password, with your rights or fewer.')}</p>
        </div>
        {(tokens.data?.length ?? 0) > 0 && add}
      </header>
      {tokens.isError ? (
        <ErrorState title={t('The tokens could not be loaded')} text={errorText(tokens.error)} onRetry={() => void tokens.refetch()} />
      ) : tokens.data?.length === 0 ? (
        <EmptyState
          icon={<Braces />}
          title={t('No API tokens yet')}
          text={t('Make one for each program, so that each can be revoked by itself.')}
          actions={add}
        />
      ) : (
        <ul className={rows['list']} aria-label={t('API tokens')} aria-busy={tokens.isPending}>
          {tokens.data
            ? tokens.data.map((token) => (
                <Token
                  key={token.id}
                  token={token}
                  busy={revoke.isPending && revoke.variables === token.id}
                  onRevoke={() => void ask(token)}
                />
              ))
            : Array.from({ length: 3 }, (_, i) => (
                <li key={i} className={css['row']}>
                  <Skeleton width={`${48 - i * 8}%`} />
                </li>
              ))}
        </ul>
      )}
      {isMaking && <NewTokenDialog onClose={() => setMaking(false)} />}
    </div>
  )
}

const dayOf = (iso: string) => new Intl.DateTimeFormat(t.locale, { dateStyle: 'medium' }).format(Date.parse(iso))

const hasExpired = (expires: string | null): boolean => expires !== null && Date.parse(expires) <= Date.now()

const expiryText = (expires: string | null): string => {
  if (expires === null) return t('no expiry')
  return hasExpired(expires) ? t('expired on %(day)s', { day: dayOf(expires) }) : t('expires on %(day)s', { day: dayOf(expires) })
}

const Token = ({ token, busy, onRevoke }: { token: ApiToken; busy: boolean; onRevoke: () => void }) => {
  const { name, hint, scopes, created_on: created, expires_on: expires, used_on: used } = token
  const facts = [
    scopes.map(scopeLabel).join(', '),
    `…${hint}`,
    used ? t('last used %(ago)s', { ago: ago(used) }) : t('never used'),
    t('made %(ago)s', { ago: ago(created) }),
    expiryText(expires),
  ]
  return (
    <li className={css['row']}>
      <Braces aria-hidden className={css['icon']} />
      <div className={words['words']}>
        <span className={css['name']}>
          {name}
          {hasExpired(expires) && <span className={css['mark']}>{t('Expired')}</span>}
        </span>
        <span className={css['facts']} title={moment(used ?? created)}>
          {facts.join(' · ')}
        </span>
      </div>
      <Button dense busy={busy} aria-label={t('Revoke the token: %(name)s', { name })} onClick={onRevoke}>
        {t('Revoke')}
      </Button>
    </li>
  )
}

export default TokensPage
