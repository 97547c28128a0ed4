import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { databaseCreate, databaseTest, databaseUpdate, databaseValidateParameters } from '#api/database.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../data/call.ts'
import { CallError, textOf } from '../data/call-error.ts'
import type { EngineChoice, EngineField } from '../data/engines.ts'
import { paths } from '../data/paths.ts'
import { markChanged } from '../data/resources.ts'
import { Button } from '../ui/button/Button.tsx'
import { Checkbox } from '../ui/choice/Checkbox.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { Field } from '../ui/text/Field.tsx'
import { Switch } from '../ui/choice/Switch.tsx'
import { Tabs } from '../ui/choice/Tabs.tsx'
import { TextInput } from '../ui/text/TextInput.tsx'
import { say } from '../ui/feedback/toast.ts'
import { fieldFaults, reachOf, usesOf, usualPorts, type Connection } from './connection.ts'
import css from './ConnectDialog.module.css'

type Props = { engine: EngineChoice; start: Connection; id?: number; onBack?: () => void; onClose: () => void }

/** The fields of a connection; it is tried before it is stored. */
export const ConnectionForm = ({ engine, start, id, onBack, onClose }: Props) => {
  const [connection, setConnection] = useState(start)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const navigate = useNavigate()
  const client = useQueryClient()
  const set = (change: Partial<Connection>) => {
    test.reset()
    save.reset()
    setConnection({ ...connection, ...change })
  }
  const setParameter = (name: string, value: string | boolean) => {
    setFaults(({ [name]: _gone, ...rest }) => rest)
    set({ parameters: { ...connection.parameters, [name]: value } })
  }

  const attempt = async () => {
    const reach = reachOf(engine, connection)
    if (connection.way === 'form') {
      try {
        await call(databaseValidateParameters, {
          body: { ...reach, engine: engine.engine, configuration_method: 'dynamic_form', ...(id !== undefined && { id }) },
        })
      } catch (error) {
        if (error instanceof CallError) setFaults(fieldFaults(error.errors, t('This is a required field')))
        throw error
      }
    }
    // The masked password of a stored connection is found by the name that it is stored under.
    await call(databaseTest, { body: { ...reach, database_name: id === undefined ? connection.name.trim() : start.name } })
  }
  const test = useMutation({ mutationFn: attempt })
  const save = useMutation({
    mutationFn: async () => {
      await attempt()
      const body = { ...reachOf(engine, connection), ...usesOf(connection) }
      if (id !== undefined) return call(databaseUpdate, { params: { pk: id }, body })
      return call(databaseCreate, { body: { ...body, database_name: connection.name.trim() } })
    },
    onSuccess: async (answer) => {
      await markChanged(client, { kind: 'database', id: answer.id })
      onClose()
      say(id === undefined ? t('%(name)s is connected', { name: connection.name }) : t('%(name)s is saved', { name: connection.name }), {
        kind: 'good',
      })
      if (id === undefined) await navigate(`${paths.newDataset}?database_id=${answer.id}`)
    },
  })
  const busy = test.isPending || save.isPending
  const error = save.error ?? test.error

  return (
    <Dialog
      open
      width={520}
      closeOnPress={false}
      title={id === undefined ? t('Connect %(engine)s', { engine: engine.name }) : t('Edit connection')}
      onClose={onClose}
      note={
        onBack && (
          <Button kind="quiet" icon={<ArrowLeft />} onClick={onBack}>
            {t('Back')}
          </Button>
        )
      }
      footer={
        <>
          <Button busy={test.isPending} disabled={busy} onClick={() => test.mutate()}>
            {t('Test connection')}
          </Button>
          <Button kind="primary" type="submit" form="connection" busy={save.isPending} disabled={busy || !connection.name.trim()}>
            {id === undefined ? t('Connect') : t('Save')}
          </Button>
        </>
      }
    >
      <form
        id="connection"
        className={css['form']}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        {engine.fields.length > 0 && (
          <Tabs
            className={css['tabs'] ?? ''}
            label={t('Way to connect')}
            value={connection.way}
            onChange={(way) => set({ way })}
            tabs={[
              { key: 'form', label: t('Form') },
              { key: 'uri', label: t('Address') },
            ]}
          />
        )}
        {connection.way === 'uri' ? (
          <Field label={t('SQLAlchemy URI')} required hint={engine.placeholder || undefined} error={fieldOf(error, 'sqlalchemy_uri')}>
            <TextInput
              mono
              value={connection.uri}
              required
              maxLength={1024}
              spellCheck={false}
              autoComplete="off"
              onValue={(uri) => set({ uri })}
            />
          </Field>
        ) : (
          <div className={css['grid']}>
            {engine.fields.map((field) => (
              <Parameter
                key={field.name}
                field={field}
                example={field.name === 'port' ? usualPorts[engine.engine] : examples[field.name]}
                value={connection.parameters[field.name]}
                error={faults[field.name]}
                onChange={(value) => setParameter(field.name, value)}
              />
            ))}
          </div>
        )}
        <Field label={t('Display name')} required hint={t('How the database is called here.')} error={fieldOf(error, 'database_name')}>
          <TextInput value={connection.name} required maxLength={250} autoComplete="off" onValue={(name) => set({ name })} />
        </Field>
        <Uses connection={connection} set={set} />
        {test.isSuccess && !save.error && (
          <p className={css['good']} role="status">
            <CircleCheck aria-hidden />
            {t('Connection looks good!')}
          </p>
        )}
        {error && (
          <p className={css['bad']} role="alert">
            <CircleAlert aria-hidden />
            {t('ERROR: %s', [textOf(error)])}
          </p>
        )}
      </form>
    </Dialog>
  )
}

const fieldOf = (error: unknown, field: string): string | undefined => {
  const found = error instanceof CallError ? error.fields?.[field] : undefined
  return typeof found === 'string' ? found : Array.isArray(found) ? found.join(' ') : undefined
}

const examples: Record<string, string> = { host: '127.0.0.1', query: 'sslmode=require' }

type ParameterProps = {
  field: EngineField
  example: string | undefined
  value: string | boolean | undefined
  error: string | undefined
  onChange: (value: string | boolean) => void
}

const Parameter = ({ field: { name, label, kind, required }, example, value, error, onChange }: ParameterProps) => {
  if (kind === 'switch')
    return (
      <div className={css['switch']}>
        <Switch label={label} checked={value === true} onChange={onChange} />
        <span aria-hidden>{label}</span>
      </div>
    )
  return (
    <div className={css[name]}>
      <Field label={label} required={required} error={error}>
        <TextInput
          type={kind === 'password' ? 'password' : 'text'}
          inputMode={kind === 'number' ? 'numeric' : undefined}
          autoComplete={kind === 'password' ? 'new-password' : 'off'}
          spellCheck={false}
          placeholder={example}
          value={typeof value === 'string' ? value : ''}
          onValue={(text) => onChange(kind === 'number' ? text.replaceAll(/\D/g, '') : text)}
        />
      </Field>
    </div>
  )
}

const Uses = ({ connection, set }: { connection: Connection; set: (change: Partial<Connection>) => void }) => (
  <details className={css['uses']}>
    <summary>{t('Options')}</summary>
    <div className={css['choices']}>
      <Checkbox
        label={t('Open for SQL Lab')}
        checked={connection.expose_in_sqllab}
        onChange={(expose_in_sqllab) => set({ expose_in_sqllab })}
      >
        {t('Open for SQL Lab')}
      </Checkbox>
      <Checkbox label={t('Allow statements that change data')} checked={connection.allow_dml} onChange={(allow_dml) => set({ allow_dml })}>
        {t('Allow statements that change data')}
      </Checkbox>
      <Checkbox
        label={t('Takes uploads')}
        checked={connection.allow_file_upload}
        onChange={(allow_file_upload) => set({ allow_file_upload })}
      >
        {t('Takes uploads')}
      </Checkbox>
      <Field label={t('Cache timeout')} hint={t('Seconds that results are kept; empty = as the server says, -1 = never kept.')}>
        <TextInput
          inputMode="numeric"
          pattern="-?\d*"
          value={connection.cache_timeout}
          onValue={(cache_timeout) => set({ cache_timeout })}
        />
      </Field>
    </div>
  </details>
)
