import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { databasePatch, newDatabase } from '#api/bodies/database.ts'
import { databaseCreate, databaseTest, databaseUpdate, databaseValidateParameters } from '#api/database.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../data/call.ts'
import { errorText } from '../data/call-error.ts'
import type { EngineChoice, EngineField } from '../data/engines.ts'
import { paths } from '../data/paths.ts'
import { markChanged } from '../data/resources.ts'
import { CheckField, FormField, TextField } from '../forms/FormField.tsx'
import { FormDialog } from '../forms/FormFrame.tsx'
import { useEditForm, type EditForm } from '../forms/use-edit-form.ts'
import { Button } from '../ui/button/Button.tsx'
import { Switch } from '../ui/choice/Switch.tsx'
import { Tabs } from '../ui/choice/Tabs.tsx'
import { TextInput } from '../ui/text/TextInput.tsx'
import { say } from '../ui/feedback/toast.ts'
import { connectionFaults, connectionPlace, reachOf, usesOf, usualPorts, type Connection } from './connection.ts'
import css from './ConnectDialog.module.css'

type Props = { engine: EngineChoice; start: Connection; id?: number; onBack?: () => void; onClose: () => void }

/** The form of a connection, which is tested before it is saved. */
export const ConnectionForm = ({ engine, start, id, onBack, onClose }: Props) => {
  const isNew = id === undefined
  const [isTesting, setTesting] = useState(false)
  const [isGood, setGood] = useState(false)
  /** Error of the last attempt, shown above the fields even if one of them is marked. */
  const [failure, setFailure] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()

  const attempt = async (connection: Connection) => {
    const reach = reachOf(engine, connection)
    if (connection.way === 'form')
      await call(databaseValidateParameters, {
        body: { ...reach, engine: engine.engine, configuration_method: 'dynamic_form', ...(!isNew && { id }) },
      })
    // The server finds the masked password of a stored connection by its stored name.
    await call(databaseTest, { body: { ...reach, database_name: isNew ? connection.name.trim() : start.name } })
  }
  const heeded = async <A,>(action: () => Promise<A>): Promise<A> => {
    setFailure(undefined)
    try {
      return await action()
    } catch (error) {
      setFailure(errorText(error))
      throw error
    }
  }
  const bodyOf = (connection: Connection) => ({ ...reachOf(engine, connection), ...usesOf(connection) })
  const form = useEditForm({
    start,
    isNew,
    body: { of: bodyOf, schema: isNew ? newDatabase : databasePatch },
    check: connectionFaults,
    place: connectionPlace(engine),
    reveal: (path) => path === 'cache_timeout' && setOpen(true),
    save: (connection) =>
      heeded(async () => {
        await attempt(connection)
        return isNew
          ? call(databaseCreate, { body: { ...bodyOf(connection), database_name: connection.name.trim() } })
          : call(databaseUpdate, { params: { pk: id }, body: bodyOf(connection) })
      }),
    onSaved: async (answer, { name }) => {
      await markChanged(client, { kind: 'database', id: answer.id })
      onClose()
      say(isNew ? t('%(name)s is connected', { name }) : t('%(name)s is saved', { name }), { kind: 'good' })
      if (isNew) await navigate(`${paths.newDataset}?database_id=${answer.id}`)
    },
  })
  const test = () =>
    form.run(async (connection) => {
      setTesting(true)
      try {
        await heeded(() => attempt(connection))
        setGood(true)
      } finally {
        setTesting(false)
      }
    })
  const { subscribe } = form
  useEffect(() => {
    const forget = () => {
      setGood(false)
      setFailure(undefined)
    }
    return subscribe({ formState: { values: true }, callback: forget })
  }, [subscribe])
  const way = useWatch({ control: form.control, name: 'way' })
  const back = onBack && (() => void form.mayLeave().then((yes) => yes && onBack()))

  return (
    <FormDialog
      form={{ ...form, topFault: failure === undefined ? form.topFault : t('ERROR: %s', [failure]) }}
      id="connection"
      width={520}
      title={isNew ? t('Connect %(engine)s', { engine: engine.name }) : t('Edit connection')}
      onClose={onClose}
      action={isNew ? t('Connect') : t('Save')}
      disabled={isTesting}
      note={
        back && (
          <Button kind="quiet" icon={<ArrowLeft />} onClick={back}>
            {t('Back')}
          </Button>
        )
      }
      buttons={
        <Button busy={isTesting} disabled={form.isBusy} onClick={() => void test()}>
          {t('Test connection')}
        </Button>
      }
    >
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
        <div className={css['grid']}>
          {engine.fields.map((field) => (
            <Parameter
              key={field.name}
              form={form}
              field={field}
              example={field.name === 'port' ? usualPorts[engine.engine] : examples[field.name]}
            />
          ))}
        </div>
      )}
      <TextField
        form={form}
        name="name"
        label={t('Display name')}
        hint={t('How the database is called here.')}
        required
        maxLength={250}
        autoComplete="off"
      />
      <Uses form={form} isOpen={isOpen} onToggle={setOpen} />
      {isGood && (
        <p className={css['good']} role="status">
          <CircleCheck aria-hidden />
          {t('Connection looks good!')}
        </p>
      )}
    </FormDialog>
  )
}

const examples: Record<string, string> = { host: '127.0.0.1', query: 'sslmode=require' }

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

type UsesProps = { form: EditForm<Connection>; isOpen: boolean; onToggle: (isOpen: boolean) => void }

const Uses = ({ form, isOpen, onToggle }: UsesProps) => (
  <details className={css['uses']} open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
    <summary>{t('Options')}</summary>
    <div className={css['choices']}>
      <CheckField form={form} name="expose_in_sqllab" label={t('Open for SQL Lab')} />
      <CheckField form={form} name="allow_dml" label={t('Allow statements that change data')} />
      <CheckField form={form} name="allow_file_upload" label={t('Allows uploads')} />
      <TextField
        form={form}
        name="cache_timeout"
        label={t('Cache timeout')}
        hint={t('Seconds that results are kept; empty = as the server says, -1 = never kept.')}
        inputMode="numeric"
      />
    </div>
  </details>
)
