import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { embeddedExplain } from '#api/embedded.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { errorText } from '../../../data/call-error.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Field } from '../../../ui/text/Field.tsx'
import { TextArea, TextInput } from '../../../ui/text/TextInput.tsx'
import { exampleDomain } from './embed-code.ts'
import css from './EmbedSheet.module.css'

/** Takes a token and a domain, and says what an embed with them lacks. */
export const RefusalCheck = ({ idOrName }: { idOrName: string }) => {
  const [token, setToken] = useState('')
  const [domain, setDomain] = useState('')
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: async () => (await call(embeddedExplain, { params: { idOrName }, body: { token, domain } })).result,
  })
  return (
    <section className={css['part']}>
      <h3>{t('Why is my embed refused?')}</h3>
      <Field label={t('Domain of the site')}>
        <TextInput value={domain} onValue={setDomain} placeholder={exampleDomain} spellCheck={false} />
      </Field>
      <Field label={t('Guest token')}>
        <TextArea value={token} onValue={setToken} rows={3} mono spellCheck={false} />
      </Field>
      <div className={css['actions']}>
        <Button busy={isPending} disabled={token.trim() === '' || domain.trim() === ''} onClick={() => mutate()}>
          {t('Check')}
        </Button>
      </div>
      {error && <p role="alert">{errorText(error)}</p>}
      {data && (
        <ul className={css['checks']} aria-live="polite">
          {data.map(({ name, is_met, text }) => (
            <li key={name}>
              {is_met ? (
                <CircleCheck className={css['met']} aria-label={t('Met')} />
              ) : (
                <CircleX className={css['unmet']} aria-label={t('Not met')} />
              )}
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
