import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FingerprintPattern, Plus } from 'lucide-react'
import { useState } from 'react'
import { revokePasskeyRoute, secondFactorRoute, type Passkey, type ProofKind } from '#api/second-factor.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { canUsePasskeys } from '../../data/log-in/passkey.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ago } from '../../lists/time/ago.ts'
import { Button } from '../../ui/button/Button.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { confirm } from '../../ui/overlay/confirm.ts'
import css from '../../ui/table/facts.module.css'
import rows from '../../ui/table/rows.module.css'
import own from './SecondFactorPage.module.css'
import words from '../../ui/text/words.module.css'

const PasskeyDialog = lazyDialog(async () => (await import('./PasskeyDialog.tsx')).PasskeyDialog)

type Props = { passkeys: readonly Passkey[]; isOnlyFactor: boolean; proof: ProofKind }

/** The passkeys of the account: adding, naming and revoking them. */
export const PasskeyList = ({ passkeys, isOnlyFactor, proof }: Props) => {
  const client = useQueryClient()
  const [edited, setEdited] = useState<Passkey | 'new' | null>(null)
  const revoke = useMutation({
    mutationFn: (pk: number) => call(revokePasskeyRoute, { params: { pk } }),
    onSuccess: () => say(t('The passkey no longer works'), { kind: 'good' }),
    onError: (error) => say(errorText(error), { kind: 'bad' }),
    onSettled: () => client.invalidateQueries({ queryKey: [secondFactorRoute.path] }),
  })
  const ask = async ({ id, name }: Passkey) => {
    const isLast = isOnlyFactor && passkeys.length === 1
    const sure = await confirm({
      title: t('Revoke “%(name)s”?', { name }),
      text: isLast ? t('It is your last second factor: your password alone then lets you in.') : t('It then lets nobody in any more.'),
      action: t('Revoke'),
      danger: true,
    })
    if (sure) revoke.mutate(id)
  }
  return (
    <section className={own['section']} aria-labelledby="passkeys">
      <header className={css['head']}>
        <div>
          <h2 id="passkeys">{t('Passkeys')}</h2>
          <p className={css['lead']}>
            {canUsePasskeys()
              ? t('A fingerprint, a face or a security key, instead of a code or of the password.')
              : t('Passkeys need an address that begins with https, and a name instead of an IP address.')}
          </p>
        </div>
        {canUsePasskeys() && (
          <Button icon={<Plus />} onClick={() => setEdited('new')}>
            {t('Passkey')}
          </Button>
        )}
      </header>
      {passkeys.length > 0 && (
        <ul className={rows['list']} aria-label={t('Passkeys')}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={css['row']}>
              <FingerprintPattern aria-hidden className={css['icon']} />
              <div className={words['words']}>
                <span className={css['name']}>{passkey.name}</span>
                <span className={css['facts']}>
                  {[
                    t('made %(ago)s', { ago: ago(passkey.created_on) }),
                    passkey.used_on ? t('last used %(ago)s', { ago: ago(passkey.used_on) }) : t('never used'),
                  ].join(' · ')}
                </span>
              </div>
              <Button dense aria-label={t('Rename the passkey: %(name)s', { name: passkey.name })} onClick={() => setEdited(passkey)}>
                {t('Rename')}
              </Button>
              <Button
                dense
                busy={revoke.isPending && revoke.variables === passkey.id}
                aria-label={t('Revoke the passkey: %(name)s', { name: passkey.name })}
                onClick={() => void ask(passkey)}
              >
                {t('Revoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {edited && <PasskeyDialog {...(edited !== 'new' && { passkey: edited })} proof={proof} onClose={() => setEdited(null)} />}
    </section>
  )
}
