import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { databasePatch, newDatabase } from '#api/bodies/database.ts'
import { databaseCreate, databaseTest, databaseUpdate, databaseValidateParameters } from '#api/database.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../data/call.ts'
import { CallError, errorText } from '../data/call-error.ts'
import type { EngineChoice } from '../data/engines.ts'
import { paths } from '../data/paths.ts'
import { markChanged } from '../data/resources.ts'
import { TextField } from '../forms/FormField.tsx'
import { FormDialog } from '../forms/FormFrame.tsx'
import { useEditForm } from '../forms/use-edit-form.ts'
import { Button } from '../ui/button/Button.tsx'
import { say } from '../ui/feedback/toast.ts'
import { connectionFaults, connectionPlace, reachOf, usesOf, type Connection } from './connection.ts'
import { MissingDriver } from './MissingDriver.tsx'
import { ReachFields } from './ReachFields.tsx'
import { Section } from './Section.tsx'
import { sectionOf, sectionsOf, type SectionKey } from './sections.ts'
import css from './ConnectDialog.module.css'

type Props = { engine: EngineChoice; start: Connection; id?: number; onBack?: () => void; onClose: () => void }

/** Errors that only the button shows (spec 002 §8). */
const hiddenWhileTyping = new Set(['CONNECTION_MISSING_PARAMETERS_ERROR', 'CONNECTION_ACCESS_DENIED_ERROR'])

const typingFaults = (error: unknown): { path: string; message: string }[] =>
  error instanceof CallError
    ? error.errors
        .filter(({ error_type = '' }) => !hiddenWhileTyping.has(error_type))
        .flatMap(({ message, extra }) => {
          const invalid = extra?.['invalid']
          return Array.isArray(invalid) ? invalid.map((path) => ({ path: String(path), message })) : []
        })
    : []

/** Typed fields are checked after a rest, and at once when a field is left. */
const restMs = 600

const isParameter = (place: string): place is `parameters.${string}` => place.startsWith('parameters.')

/** The form of a connection, which is tested before it is saved. */
export const ConnectionForm = ({ engine, start, id, onBack, onClose }: Props) => {
  const isNew = id === undefined
  const [isTesting, setTesting] = useState(false)
  const [isGood, setGood] = useState(false)
  /** Error of the last attempt, shown above the fields even if one of them is marked. */
  const [failure, setFailure] = useState<string>()
  const [opened, setOpened] = useState<readonly SectionKey[]>([])
  const navigate = useNavigate()
  const client = useQueryClient()

  const toggle = (key: SectionKey, isOpen: boolean) =>
    setOpened((before) => (isOpen ? [...new Set([...before, key])] : before.filter((one) => one !== key)))

  const formBody = (connection: Connection) => ({
    ...reachOf(engine, connection),
    engine: engine.engine,
    configuration_method: 'dynamic_form' as const,
    ...(!isNew && { id }),
  })
  /** Tests a connection, and returns it with the host key of its SSH server. */
  const attempt = async (connection: Connection): Promise<Connection> => {
    const reach = reachOf(engine, connection)
    if (connection.way === 'form') await call(databaseValidateParameters, { body: formBody(connection) })
    // The server finds the masked password of a stored connection by its stored name.
    const { ssh_host_key } = await call(databaseTest, { body: { ...reach, database_name: isNew ? connection.name.trim() : start.name } })
    if (ssh_host_key === undefined) return connection
    form.setValue('ssh_tunnel.server_host_key', ssh_host_key, { shouldDirty: true })
    return { ...connection, ssh_tunnel: { ...connection.ssh_tunnel, server_host_key: ssh_host_key } }
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
    reveal: (path) => {
      const section = sectionOf(path)
      if (section) toggle(section, true)
    },
    save: (typed) =>
      heeded(async () => {
        const connection = await attempt(typed)
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
  /** What the server says of the fields that were filled in so far; whether it lets us in is found by the test. */
  const checked = useRef('')
  const checkTyped = async () => {
    const values = form.getValues()
    const body = formBody(values)
    const text = JSON.stringify(body)
    if (values.way !== 'form' || checked.current === text || !values.parameters['host']) return
    checked.current = text
    try {
      await call(databaseValidateParameters, { body })
    } catch (error) {
      if (JSON.stringify(formBody(form.getValues())) !== text) return
      for (const { path, message } of typingFaults(error)) {
        const place = connectionPlace(engine)(path)
        if (isParameter(place)) form.setError(place, { type: 'server', message })
      }
    }
  }
  const latestCheck = useRef(checkTyped)
  useEffect(() => {
    latestCheck.current = checkTyped
  })
  const { clearErrors, subscribe } = form
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onChange = ({ name }: { name?: string | undefined }) => {
      if (name !== undefined && isParameter(name)) clearErrors(name)
      setGood(false)
      setFailure(undefined)
      clearTimeout(timer)
      timer = setTimeout(() => void latestCheck.current(), restMs)
    }
    const unsubscribe = subscribe({ formState: { values: true }, callback: onChange })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [clearErrors, subscribe])
  const back = onBack && (() => void form.mayLeave().then((yes) => yes && onBack()))

  return (
    <FormDialog
      form={{ ...form, topFault: failure === undefined ? form.topFault : t('ERROR: %s', [failure]) }}
      id="connection"
      width={560}
      title={isNew ? t('Connect %(engine)s', { engine: engine.name }) : t('Edit connection')}
      onClose={onClose}
      action={isNew ? t('Connect') : t('Save')}
      disabled={isTesting || engine.missingDriver !== null}
      note={
        back && (
          <Button kind="quiet" icon={<ArrowLeft />} onClick={back}>
            {t('Back')}
          </Button>
        )
      }
      buttons={
        <Button busy={isTesting} disabled={form.isBusy || engine.missingDriver !== null} onClick={() => void test()}>
          {t('Test connection')}
        </Button>
      }
    >
      {engine.isUntried && <p className={css['untried']}>{t('Not yet tried against a real server')}</p>}
      {engine.missingDriver && <MissingDriver engine={engine.engine} driver={engine.missingDriver} />}
      <ReachFields form={form} engine={engine} onLeaveField={() => void checkTyped()} />
      <TextField
        form={form}
        name="name"
        label={t('Display name')}
        hint={t('How the database is called here.')}
        required
        maxLength={250}
        autoComplete="off"
      />
      <div className={css['sections']}>
        {sectionsOf(engine).map((section) => (
          <Section key={section.key} section={section} form={form} open={opened.includes(section.key)} onToggle={toggle} />
        ))}
      </div>
      {isGood && (
        <p className={css['good']} role="status">
          <CircleCheck aria-hidden />
          {t('Connection looks good!')}
        </p>
      )}
    </FormDialog>
  )
}
