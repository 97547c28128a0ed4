import { useController, useWatch } from 'react-hook-form'
import { t } from '#core/i18n/t.ts'
import type { EngineChoice, EngineField } from '../data/engines.ts'
import { FormField, TextField } from '../forms/FormField.tsx'
import type { EditForm } from '../forms/use-edit-form.ts'
import { Picker } from '../ui/choice/Picker.tsx'
import { Switch } from '../ui/choice/Switch.tsx'
import { Tabs } from '../ui/choice/Tabs.tsx'
import { TextInput } from '../ui/text/TextInput.tsx'
import { sslModesOf, usualPorts, type Connection } from './connection.ts'
import css from './ConnectDialog.module.css'

const examples: Record<string, string> = { host: '127.0.0.1', query: 'application_name=charts' }

type Props = { form: EditForm<Connection>; engine: EngineChoice; onLeaveField: () => void }

/** How a database is reached: by the fields of its engine, or by its address. */
export const ReachFields = ({ form, engine, onLeaveField }: Props) => {
  const way = useWatch({ control: form.control, name: 'way' })
  const modes = sslModesOf(engine)
  return (
    <>
      {engine.fields.length > 0 && (
        <Tabs
          className={css['tabs'] ?? ''}
          label={t('Way to connect')}
          value={way}
          onChange={(next) => form.setValue('way', next, { shouldDirty: true })}
          tabs={[
            { key: 'form', label: t('Form') },
            { key: 'uri', label: t('Address') },
          ]}
        />
      )}
      {way === 'uri' ? (
        <TextField
          form={form}
          name="uri"
          label={t('SQLAlchemy URI')}
          hint={engine.placeholder || undefined}
          required
          mono
          maxLength={1024}
          spellCheck={false}
          autoComplete="off"
        />
      ) : (
        <div className={css['grid']} onBlur={onLeaveField}>
          {engine.fields.map((field) =>
            field.name === 'encryption' && modes.length > 0 ? (
              <SslMode key={field.name} form={form} modes={modes} />
            ) : (
              <Parameter
                key={field.name}
                form={form}
                field={field}
                example={field.name === 'port' ? usualPorts[engine.engine] : examples[field.name]}
              />
            ),
          )}
        </div>
      )}
    </>
  )
}

const SslMode = ({ form, modes }: { form: EditForm<Connection>; modes: readonly string[] }) => {
  const texts = [t('Encrypted'), t('Encrypted, certificate of a trusted authority'), t('Encrypted, certificate of this host')]
  const label = t('SSL mode')
  return (
    <FormField form={form} name="sslMode" label={label}>
      {({ value, onValue }) => (
        <Picker
          label={label}
          value={value}
          onChange={onValue}
          options={[
            { value: '', label: t('Not encrypted') },
            ...modes.map((mode, i) => ({ value: mode, label: texts[i] ?? mode, note: mode })),
          ]}
        />
      )}
    </FormField>
  )
}

type ParameterProps = { form: EditForm<Connection>; field: EngineField; example: string | undefined }

const Parameter = ({ form, field: { name, label, kind, required }, example }: ParameterProps) => {
  const path = `parameters.${name}` as const
  if (kind === 'switch')
    return (
      <div className={css['switch']}>
        <ParameterSwitch form={form} path={path} label={label} />
        <span aria-hidden>{label}</span>
      </div>
    )
  return (
    <div className={css[name]}>
      <FormField form={form} name={path} label={label} required={required}>
        {({ value, onValue, ...bound }) => (
          <TextInput
            {...bound}
            type={kind === 'password' ? 'password' : 'text'}
            inputMode={kind === 'number' ? 'numeric' : undefined}
            autoComplete={kind === 'password' ? 'new-password' : 'off'}
            spellCheck={false}
            placeholder={example}
            aria-required={required}
            value={typeof value === 'string' ? value : ''}
            onValue={(text) => onValue(kind === 'number' ? text.replaceAll(/\D/g, '') : text)}
          />
        )}
      </FormField>
    </div>
  )
}

const ParameterSwitch = ({ form, path, label }: { form: EditForm<Connection>; path: `parameters.${string}`; label: string }) => {
  const { field } = useController({ control: form.control, name: path })
  return <Switch label={label} checked={field.value === true} onChange={field.onChange} />
}
