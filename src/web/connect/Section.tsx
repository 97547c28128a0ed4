import { ChevronRight } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { t } from '#core/i18n/t.ts'
import { AreaField, CheckField, TextField } from '../forms/FormField.tsx'
import type { EditForm } from '../forms/use-edit-form.ts'
import { Tabs } from '../ui/choice/Tabs.tsx'
import type { Connection } from './connection.ts'
import type { SectionField, SectionKey, SectionSpec } from './sections.ts'
import css from './ConnectDialog.module.css'

type Props = { section: SectionSpec; form: EditForm<Connection>; open: boolean; onToggle: (key: SectionKey, isOpen: boolean) => void }

/** A section of settings that opens with its title. */
export const Section = ({ section: { key, title, text, fields }, form, open, onToggle }: Props) => (
  <details className={css['section']} open={open} onToggle={(event) => onToggle(key, event.currentTarget.open)}>
    <summary>
      <ChevronRight aria-hidden />
      <span className={css['sectionTitle']}>{title}</span>
      <span className={css['sectionText']}>{text}</span>
    </summary>
    <div className={css['fields']}>
      {key === 'tunnel' ? <TunnelFields form={form} /> : fields.map((field) => <SettingField key={field.name} form={form} field={field} />)}
    </div>
  </details>
)

const SettingField = ({ form, field }: { form: EditForm<Connection>; field: SectionField }) => {
  if (field.kind === 'check')
    return (
      <div className={css['check']}>
        <CheckField form={form} name={field.name} label={field.label} />
        {field.hint && <p>{field.hint}</p>}
      </div>
    )
  const shared = { form, name: field.name, label: field.label, hint: field.hint, placeholder: field.example, spellCheck: false }
  if (field.kind === 'document') return <AreaField {...shared} mono rows={4} />
  return <TextField {...shared} inputMode={field.kind === 'number' ? 'numeric' : undefined} autoComplete="off" />
}

const TunnelFields = ({ form }: { form: EditForm<Connection> }) => {
  const isOn = useWatch({ control: form.control, name: 'ssh_tunnel.isOn' })
  const login = useWatch({ control: form.control, name: 'ssh_tunnel.login' })
  return (
    <>
      <CheckField form={form} name="ssh_tunnel.isOn" label={t('Connect through an SSH server')} />
      {isOn && (
        <div className={css['grid']}>
          <div className={css['host']}>
            <TextField form={form} name="ssh_tunnel.server_address" label={t('SSH Host')} required autoComplete="off" spellCheck={false} />
          </div>
          <div className={css['port']}>
            <TextField form={form} name="ssh_tunnel.server_port" label={t('SSH Port')} required inputMode="numeric" autoComplete="off" />
          </div>
          <TextField form={form} name="ssh_tunnel.username" label={t('SSH username')} required autoComplete="off" spellCheck={false} />
          <Tabs
            className={css['tabs'] ?? ''}
            label={t('Login method')}
            value={login}
            onChange={(next) => form.setValue('ssh_tunnel.login', next, { shouldDirty: true })}
            tabs={[
              { key: 'password', label: t('Password') },
              { key: 'key', label: t('Private Key') },
            ]}
          />
          {login === 'password' ? (
            <TextField
              form={form}
              name="ssh_tunnel.password"
              label={t('SSH Password')}
              required
              type="password"
              autoComplete="new-password"
            />
          ) : (
            <>
              <AreaField form={form} name="ssh_tunnel.private_key" label={t('Private Key')} required mono rows={5} spellCheck={false} />
              <TextField
                form={form}
                name="ssh_tunnel.private_key_password"
                label={t('Private Key Password')}
                type="password"
                autoComplete="new-password"
              />
            </>
          )}
          <TextField
            form={form}
            name="ssh_tunnel.server_host_key"
            label={t('Host key of the SSH server')}
            hint={t('Compare it with the key of the server. While it is empty, the next test trusts the key that the server shows.')}
            mono
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      )}
    </>
  )
}
