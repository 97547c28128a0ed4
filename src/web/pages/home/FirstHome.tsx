import { useQuery } from '@tanstack/react-query'
import { ChevronRight, ClipboardPaste, Database, FileUp, LayoutDashboard } from 'lucide-react'
import { databaseAvailable } from '#api/database.ts'
import { t } from '#core/i18n/t.ts'
import { routeQuery } from '../../data/resources.ts'
import { paths } from '../../data/paths.ts'
import type { Session } from '../../data/session.ts'
import { ago } from '../../lists/time/ago.ts'
import { readEngines, type EngineChoice } from '../../data/engines.ts'
import { openConnect, openUpload } from '../../window/overlays.ts'
import { openPaste } from '../../upload/open-paste.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { DropZone } from '../../ui/DropZone.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { acceptedFiles } from '../../upload/accepted-files.ts'
import { ExamplesProgress } from './ExamplesProgress.tsx'
import type { useHome } from './home-data.ts'
import { ItemCard } from './ItemCard.tsx'
import css from './FirstHome.module.css'

/** Home before anything was opened: upload data, connect a database, or open an example. */
export const NewUserHome = ({ home, session }: { home: ReturnType<typeof useHome>; session: Session }) => {
  const canUpload = session.hasPermission('can_upload', 'Database')
  const canConnect = session.hasPermission('can_write', 'Database')
  const dashboards = home.examples.data?.items ?? []
  return (
    <>
      {canUpload || canConnect ? (
        <>
          <h1 className={css['title']}>{t('Bring your data')}</h1>
          <p className={css['lead']}>{t('The first chart is ready as soon as the file is read.')}</p>
          <div className={css['ways']}>
            {canUpload && <FileCard />}
            {canConnect && <DatabaseCard />}
          </div>
        </>
      ) : (
        dashboards.length === 0 && (
          <EmptyState
            icon={<LayoutDashboard />}
            title={t('Nothing here yet')}
            text={t('Dashboards that are shared with you appear here.')}
          />
        )
      )}
      <ExamplesProgress />
      {dashboards.length > 0 && (
        <section>
          <header className={css['head']}>
            <h2>{canUpload ? t('Or look at an example') : t('Dashboards')}</h2>
            <span className={css['aside']}>{canUpload ? t('Real data that you can change or delete') : null}</span>
          </header>
          <ul className={css['examples']}>
            {dashboards.map((item) => (
              <ItemCard key={item.key} item={item} note={t('Dashboard, edited %(ago)s', { ago: ago(item.changedOn) })} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const FileCard = () => (
  <DropZone className={css['drop'] ?? ''} label={t('Choose a file')} accept={acceptedFiles} onFiles={openUpload}>
    {(choose) => (
      <div className={css['inside']}>
        <span className={css['icon']}>
          <FileUp aria-hidden />
        </span>
        <h2>{t('Drop a CSV, Parquet or Excel file')}</h2>
        <p>{t('Types are read from the data. You check them before anything is stored.')}</p>
        <div className={css['buttons']}>
          <Button kind="primary" onClick={choose}>
            {t('Choose a file')}
          </Button>
          <Button icon={<ClipboardPaste />} onClick={openPaste}>
            {t('Paste a table')}
          </Button>
        </div>
      </div>
    )}
  </DropZone>
)

/** The databases that most people connect, by their wire names. */
const commonEngines = ['postgresql', 'mysql', 'snowflake', 'bigquery', 'clickhousedb']

const chooseCommon = (response: Parameters<typeof readEngines>[0]) => {
  const engines = readEngines(response)
  return {
    common: commonEngines.flatMap((id) => engines.find(({ engine }) => engine === id) ?? []),
    hasMore: engines.length > commonEngines.length,
  }
}

const DatabaseCard = () => {
  const { data } = useQuery({
    ...routeQuery(databaseAvailable),
    staleTime: Infinity,
    select: chooseCommon,
  })
  return (
    <section className={css['databases']} aria-labelledby="connect">
      <header className={css['databasesHead']}>
        <h2 id="connect">{t('Connect a database')}</h2>
        <p>{t('Charts query the data in place.')}</p>
      </header>
      {data?.common.map((engine) => (
        <button key={engine.name} type="button" className={css['engine']} onClick={() => openConnect(engine.name)}>
          <Database aria-hidden />
          <span className={css['engineName']}>{engine.name}</span>
          <span className={css['aside']}>{requiredText(engine)}</span>
          <ChevronRight aria-hidden />
        </button>
      ))}
      <div className={css['more']}>
        {data?.hasMore ? (
          <Button kind="link" onClick={() => openConnect()}>
            {t('More databases')}
          </Button>
        ) : (
          <ButtonLink kind="link" to={paths.databases}>
            {t('Database connections')}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

const requiredText = ({ fields }: EngineChoice) =>
  fields.some(({ name }) => name === 'host') ? t('host, port, name') : t('connection address')
