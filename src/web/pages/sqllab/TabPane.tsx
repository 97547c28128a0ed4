import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { tabUpdate, type TabState } from '#api/sqllab.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { useSession } from '../../data/session.ts'
import { lazyPart } from '../../lazy/lazy-part.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { Splitter, usePaneSize } from '../../ui/Splitter.tsx'
import type { EditorHandle } from './editor/ScriptEditor.tsx'
import { RunBar } from './RunBar.tsx'
import { ResultPane } from './results/ResultPane.tsx'
import { SchemaTree } from './schema/SchemaTree.tsx'
import { createAutosave, type SaveState } from './state/autosave.ts'
import type { LabDatabase } from './state/databases.ts'
import { statementAt } from './state/statement-at.ts'
import { tabForm, type TabPatch } from './state/tab-form.ts'
import { schemasQuery, useCatalogue } from './state/use-catalogue.ts'
import { useRun } from './state/use-run.ts'
import css from './SqlLab.module.css'

const ScriptEditor = lazyPart(async () => (await import('./editor/ScriptEditor.tsx')).ScriptEditor)

const bounds = { initial: 256, min: 96, max: 960 }

const defaultLimit = 1000
const limitChoices = [10, 100, 1000, 10_000, 100_000]

const isDefaultSchema = (name: string) => name === 'public' || name === 'main'

type Props = { tab: TabState; label: string; databases: readonly LabDatabase[]; isShown: boolean }

/** One tab: its script, where it runs, and its last result. */
export const TabPane = ({ tab, label, databases, isShown }: Props) => {
  const { limits } = useSession()
  const [settings, setSettings] = useState({
    databaseId: tab.database_id ?? (databases.length === 1 ? (databases[0]?.id ?? null) : null),
    schema: tab.schema,
    limit: tab.query_limit ?? Math.min(defaultLimit, limits.sql_max_row),
  })
  const [saveState, setSaveState] = useState<SaveState>('saved')
  const [autosave] = useState(() =>
    createAutosave<TabPatch>((patch) => call(tabUpdate, { params: { tab_state_id: tab.id }, body: tabForm(patch) }), setSaveState),
  )
  const [size, resize] = usePaneSize('sqllab.editor', bounds)
  const editor = useRef<EditorHandle>(null)
  const database = databases.find(({ id }) => id === settings.databaseId) ?? null
  const schemas = useQuery({ ...schemasQuery(database?.id ?? 0), enabled: database !== null })
  const schema = settings.schema ?? schemas.data?.result.find(isDefaultSchema) ?? schemas.data?.result[0] ?? null
  const catalogue = useCatalogue(database, schema)
  const { run, start, stop } = useRun(tab, (clientId) => autosave.change({ latest_query_id: clientId }))

  useEffect(() => {
    const flush = () => void autosave.flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [autosave])

  const runScript = (scope: 'cursor' | 'all') => {
    if (!database) return void say(t('Choose a database first.'))
    if (run.kind === 'running') return
    const { script = '', selected = '', cursor = 0 } = editor.current?.read() ?? {}
    const sql = scope === 'all' ? script : selected.trim() ? selected : statementAt(script, cursor, database.backend)
    if (!sql.trim()) return void say(t('There is no statement to run.'))
    void autosave.flush()
    startIn(database, sql)
  }
  const startIn = ({ id }: LabDatabase, sql: string) =>
    start(sql, { tabId: tab.id, label, databaseId: id, catalog: tab.catalog, schema, limit: settings.limit })

  return (
    <div className={css['pane']} hidden={!isShown} role="region" aria-label={label}>
      <RunBar
        databases={databases}
        databaseId={settings.databaseId}
        onDatabase={(databaseId) => {
          setSettings({ ...settings, databaseId, schema: null })
          autosave.change({ database_id: databaseId, schema: null })
        }}
        schemas={{ names: schemas.data?.result ?? [], isLoading: schemas.isLoading }}
        schema={schema}
        onSchema={(name) => {
          setSettings({ ...settings, schema: name })
          autosave.change({ schema: name })
        }}
        limit={settings.limit}
        limits={[...new Set([...limitChoices.filter((limit) => limit < limits.sql_max_row), limits.sql_max_row])]}
        onLimit={(limit) => {
          setSettings({ ...settings, limit })
          autosave.change({ query_limit: limit })
        }}
        isRunning={run.kind === 'running'}
        isStopping={run.kind === 'running' && run.isStopping}
        canRun={database !== null}
        onRun={runScript}
        onStop={() => void stop()}
        saveState={saveState}
      />
      <div className={css['body']}>
        {database && schema !== null && (
          <SchemaTree
            key={`${database.id} ${schema}`}
            databaseId={database.id}
            backend={database.backend}
            schema={schema}
            onInsert={(text) => editor.current?.insert(text)}
            onPreview={(statement) => {
              if (run.kind !== 'running') startIn(database, statement)
            }}
          />
        )}
        <div className={css['work']}>
          <div className={css['editor']} style={{ height: size }}>
            <ScriptEditor
              ref={editor}
              initial={tab.sql ?? ''}
              onChange={(sql) => autosave.change({ sql })}
              onRun={runScript}
              catalogue={catalogue}
              label={t('SQL of %(name)s', { name: label })}
              hint={t('SELECT …')}
            />
          </div>
          <Splitter label={t('Height of the editor')} size={size} onResize={resize} bounds={bounds} pane="above" />
          <ResultPane run={run} tabId={tab.id} onRetry={() => runScript('cursor')} />
        </div>
      </div>
    </div>
  )
}
