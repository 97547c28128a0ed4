import { useQuery } from '@tanstack/react-query'
import { File, Server } from 'lucide-react'
import { useState } from 'react'
import { databaseAvailable, databaseConnection } from '#api/database.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../data/call.ts'
import { CallError, errorText } from '../data/call-error.ts'
import { readEngines, type EngineChoice } from '../data/engines.ts'
import { routeQuery, draftKey } from '../data/resources.ts'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { SearchInput } from '../ui/text/SearchInput.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { ErrorState } from '../ui/feedback/State.tsx'
import { ConnectionForm } from './ConnectionForm.tsx'
import { newConnection, storedConnection } from './connection.ts'
import css from './ConnectDialog.module.css'

type Props = {
  /** Name or key of the preselected engine; '' or absent = the user chooses. */
  engine?: string
  /** Id of the connection to edit. */
  edit?: number
  onClose: () => void
}

/** Connects a database, or edits a connection. */
export const ConnectDialog = ({ engine: wished = '', edit, onClose }: Props) => {
  const [chosen, setChosen] = useState(wished)
  const engines = useQuery({
    ...routeQuery(databaseAvailable),
    staleTime: Infinity,
    select: readEngines,
  })
  const stored = useQuery({
    queryKey: draftKey('database', edit),
    enabled: edit !== undefined,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { result } = await call(databaseConnection, { params: { pk: edit ?? 0 } }, { signal })
      if ('database_name' in result) return result
      throw new CallError(404, null, t('The response of the server could not be read.'))
    },
  })
  const failed = engines.error ?? stored.error
  const name = stored.data?.backend ?? chosen
  const engine = engines.data?.find((one) => one.name === name) ?? engines.data?.find((one) => one.engine === name)
  const isReady = engines.data && (edit === undefined || stored.data)

  if (isReady && name && (engine || edit !== undefined)) {
    const known = engine ?? unknownEngine(name)
    return (
      <ConnectionForm
        engine={known}
        start={stored.data ? storedConnection(known, stored.data) : newConnection(known)}
        {...(edit !== undefined && { id: edit })}
        {...(edit === undefined && { onBack: () => setChosen('') })}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog open title={edit === undefined ? t('Connect a database') : t('Edit connection')} width={600} onClose={onClose}>
      {failed ? (
        <ErrorState
          title={t('The engines could not be read')}
          text={errorText(failed)}
          onRetry={() => void Promise.all([engines.refetch(), stored.refetch()])}
        />
      ) : isReady ? (
        <Engines engines={engines.data ?? []} onChoose={setChosen} />
      ) : (
        <Skeleton height={160} />
      )}
    </Dialog>
  )
}

/** Lets a connection with an unknown engine be edited by its URI. */
const unknownEngine = (name: string): EngineChoice => ({
  name,
  engine: name,
  driver: null,
  preferred: false,
  placeholder: '',
  isUntried: false,
  missingDriver: null,
  hasTunnel: false,
  fields: [],
})

const Engines = ({ engines, onChoose }: { engines: EngineChoice[]; onChoose: (name: string) => void }) => {
  const [text, setText] = useState('')
  const shown = engines.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <>
      <p className={css['lead']}>{t('Charts query it where it is; nothing is copied.')}</p>
      {engines.length > 8 && <SearchInput label={t('Search engines')} value={text} onValue={setText} />}
      <Cards label={t('Engines')} engines={shown.filter(({ isUntried }) => !isUntried)} onChoose={onChoose} />
      {shown.some(({ isUntried }) => isUntried) && (
        <>
          <h3 className={css['untriedHead']}>{t('Not yet tried against a real server')}</h3>
          <Cards
            label={t('Not yet tried against a real server')}
            engines={shown.filter(({ isUntried }) => isUntried)}
            onChoose={onChoose}
          />
        </>
      )}
      {shown.length === 0 && <p className={css['none']}>{t('No results found')}</p>}
    </>
  )
}

type CardsProps = { label: string; engines: EngineChoice[]; onChoose: (name: string) => void }

const Cards = ({ label, engines, onChoose }: CardsProps) =>
  engines.length > 0 && (
    <ul className={css['engines']} aria-label={label}>
      {engines.map((engine) => (
        <li key={engine.name}>
          <button type="button" className={css['engine']} onClick={() => onChoose(engine.name)}>
            {engine.fields.length > 0 || engine.isUntried ? <Server aria-hidden /> : <File aria-hidden />}
            <strong>{engine.name}</strong>
            {engine.fields.length > 0 || engine.isUntried ? t('Server') : t('Database file')}
          </button>
        </li>
      ))}
    </ul>
  )
