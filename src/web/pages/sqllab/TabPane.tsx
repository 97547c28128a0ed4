import { useQuery } from '@tanstack/react-query'
import { PanelLeft } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sqllabFormat, sqllabPermalinkCreate, type TabState } from '#api/sqllab.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { sqlLabPaths } from '../../window/sql-lab-paths.ts'
import { useSession } from '../../data/session.ts'
import { lazyDialog, lazyPart } from '../../lazy/lazy-part.tsx'
import { copyLink } from '../../lists/sharing/copy-link.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { confirm } from '../../ui/overlay/confirm.ts'
import { Splitter, usePaneSize } from '../../ui/Splitter.tsx'
import { faultPlace, messageInScript, originAt, type Origin } from './editor/fault-place.ts'
import type { EditorHandle } from './editor/ScriptEditor.tsx'
import { useLiveFaults } from './editor/use-live-faults.ts'
import { readParams } from './dialogs/template-params.ts'
import { MoreMenu, type ScriptDialog } from './MoreMenu.tsx'
import { RunBar } from './RunBar.tsx'
import { ResultPane } from './results/ResultPane.tsx'
import { SchemaTree } from './schema/SchemaTree.tsx'
import { TreePlace } from './schema/TreePlace.tsx'
import type { LabDatabase } from './state/databases.ts'
import { lastStatement, statementAt } from './state/statement-at.ts'
import { catalogsQuery, schemasQuery, useCatalogue, useSchema } from './state/use-catalogue.ts'
import { registerFlush } from './state/autosave.ts'
import { useRun, type RunInput } from './run/use-run.ts'
import type { NewTab } from './state/use-tabs.ts'
import { useTabSettings } from './state/use-tab-settings.ts'
import { SaveButton } from './SaveButton.tsx'
import css from './SqlLab.module.css'

const messageIn = (origin: Origin | undefined, message: string): string => (origin ? messageInScript(message, origin) : message)

const ScriptEditor = lazyPart(async () => (await import('./editor/ScriptEditor.tsx')).ScriptEditor)

const ParametersDialog = lazyDialog(async () => (await import('./dialogs/ParametersDialog.tsx')).ParametersDialog)
const PlanDialog = lazyDialog(async () => (await import('./dialogs/PlanDialog.tsx')).PlanDialog)
const CreateAsDialog = lazyDialog(async () => (await import('./dialogs/CreateAsDialog.tsx')).CreateAsDialog)

/** Engines that estimate the cost of a statement. */
const estimating = new Set(['postgresql', 'mysql', 'clickhousedb', 'trino'])

const bounds = { initial: 256, min: 96, max: 960 }

const limitChoices = [10, 100, 1000, 10_000, 100_000]

/** Where a statement is in its script: the occurrence that ends last before the cursor, or else the first one. */
const offsetOf = (script: string, sql: string, cursor: number): number => Math.max(0, script.lastIndexOf(sql, cursor), script.indexOf(sql))

type Props = {
  tab: TabState
  label: string
  databases: readonly LabDatabase[]
  isShown: boolean
  onRename: (label: string) => void
  /** Opens another tab. */
  onOpen: (tab: NewTab) => void
}

/** One tab: its script, where it runs, and its last result. */
export const TabPane = ({ tab, label, databases, isShown, onRename, onOpen }: Props) => {
  const { limits } = useSession()
  const { settings, change, autosave, saveState } = useTabSettings(tab, databases)
  const [size, resize] = usePaneSize('sqllab.editor', bounds)
  const editor = useRef<EditorHandle>(null)
  const [isTreeOpen, setTreeOpen] = useState(false)
  const [dialog, setDialog] = useState<{ kind: ScriptDialog; script: string; statement: string } | null>(null)
  const database = databases.find(({ id }) => id === settings.databaseId) ?? null
  const { catalog } = settings
  const catalogs = useQuery({ ...catalogsQuery(database?.id ?? 0), enabled: database !== null })
  const schemas = useQuery({ ...schemasQuery(database?.id ?? 0, catalog), enabled: database !== null })
  const schema = useSchema(database, settings, schemas.data?.result)
  const catalogue = {
    ...useCatalogue(database, { catalog, schema }),
    parameters: () => readParams(settings.templateParams ?? '')?.map(({ name }) => name) ?? [],
  }
  const { run, start, stop } = useRun(tab, (clientId) => autosave.change({ latest_query_id: clientId }))

  useEffect(() => {
    const flush = () => void autosave.flush()
    const unregister = registerFlush(autosave.flush)
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      unregister()
      flush()
    }
  }, [autosave])

  const openDialog = (kind: ScriptDialog) => {
    const { script = '', cursor = 0 } = editor.current?.read() ?? {}
    setDialog({ kind, script, statement: statementAt(script, cursor, database?.backend ?? '') })
  }
  const { checkLater, callOff } = useLiveFaults(database?.id ?? null, (faults) => editor.current?.mark(faults))
  /** The place of the running statement in the script; a statement from elsewhere has none. */
  const [ranFrom, setRanFrom] = useState<Origin>()
  const retry = useRef<() => void>(undefined)
  const failure = run.kind === 'failed' ? run.message : null
  useEffect(() => {
    const fault = failure !== null && ranFrom ? faultPlace(failure, ranFrom) : null
    editor.current?.mark(fault ? [{ ...fault, message: messageIn(ranFrom, fault.message) }] : [])
  }, [failure, ranFrom])

  const format = async () => {
    const { script = '' } = editor.current?.read() ?? {}
    try {
      const { result } = await call(sqllabFormat, { body: { sql: script, ...(database && { database_id: database.id }) } })
      editor.current?.replaceAll(result)
    } catch (error) {
      say(errorText(error), { kind: 'bad' })
    }
  }

  const runScript = (scope: 'cursor' | 'all') => {
    if (!database) return void say(t('Choose a database first.'))
    if (run.kind === 'running') return
    const { script = '', selected = '', cursor = 0 } = editor.current?.read() ?? {}
    const sql = scope === 'all' ? script : selected.trim() ? selected : statementAt(script, cursor, database.backend)
    if (!sql.trim()) return void say(t('There is no statement to run.'))
    callOff()
    startIn(database, sql)
    void autosave.flush()
    setRanFrom(originAt(script, offsetOf(script, sql, cursor), sql))
    retry.current = () => runScript(scope)
  }
  const startIn = ({ id }: LabDatabase, sql: string, more: Pick<Partial<RunInput>, 'createAs' | 'catalog' | 'limit'> = {}) => {
    const input = { tabId: tab.id, label, databaseId: id, catalog, schema, limit: settings.limit, ...more }
    setRanFrom(undefined)
    retry.current = () => start(sql, { ...input, templateParams: settings.templateParams })
    retry.current()
  }

  const autorun = useEffectEvent(async () => {
    if (!tab.autorun || !database) return
    autosave.change({ autorun: false })
    const question = {
      title: t('Run this query?'),
      text: t('A link asks to run it, and %(database)s allows statements that change data.', { database: database.name }),
      action: t('Run'),
    }
    if (database.allowsWrites && !(await confirm(question))) return
    if (tab.sql?.trim()) startIn(database, tab.sql)
  })
  useEffect(() => void autorun(), [])

  const copyScriptLink = async () => {
    const { script = '' } = editor.current?.read() ?? {}
    if (!database) return void say(t('Choose a database first.'))
    const body = { dbId: database.id, name: label, sql: script, schema, catalog, templateParams: settings.templateParams }
    try {
      const { key } = await call(sqllabPermalinkCreate, { body })
      await copyLink(sqlLabPaths.link(key))
    } catch (error) {
      say(errorText(error), { kind: 'bad' })
    }
  }

  return (
    <div className={css['pane']} hidden={!isShown} role="region" aria-label={label}>
      <RunBar
        databases={databases}
        databaseId={settings.databaseId}
        onDatabase={(databaseId) => change({ databaseId, catalog: null, schema: null })}
        catalogs={catalogs.data?.result ?? []}
        catalog={catalog ?? catalogs.data?.default ?? null}
        onCatalog={(name) => change({ catalog: name, schema: null })}
        schemas={{ names: schemas.data?.result ?? [], isLoading: schemas.isLoading }}
        schema={schema}
        onSchema={(name) => change({ schema: name })}
        limit={settings.limit}
        limits={[...new Set([...limitChoices.filter((limit) => limit < limits.sql_max_row), limits.sql_max_row])]}
        onLimit={(limit) => change({ limit })}
        isRunning={run.kind === 'running'}
        isStopping={run.kind === 'running' && run.isStopping}
        canRun={database !== null}
        onRun={runScript}
        onStop={() => void stop()}
        saveState={saveState}
        tree={
          <IconButton
            dense
            bordered
            className={css['tree'] ?? ''}
            label={t('Tables')}
            icon={<PanelLeft />}
            aria-expanded={isTreeOpen}
            onClick={() => setTreeOpen(!isTreeOpen)}
          />
        }
        actions={
          <>
            <MoreMenu database={database} onFormat={() => void format()} onFind={() => editor.current?.find()} onDialog={openDialog} />
            <SaveButton
              savedQueryId={settings.savedQueryId}
              version={settings.savedQueryVersion}
              label={label}
              readText={() => ({
                ...(settings.databaseId !== null && { db_id: settings.databaseId }),
                catalog,
                schema,
                sql: editor.current?.read().script ?? '',
                template_parameters: settings.templateParams,
              })}
              onSaved={(saved) => {
                change({ savedQueryId: saved.id, savedQueryVersion: saved.version })
                onRename(saved.label)
              }}
              onCopyLink={() => void copyScriptLink()}
            />
          </>
        }
      />
      {dialog?.kind === 'parameters' && (
        <ParametersDialog
          params={settings.templateParams ?? ''}
          script={dialog.script}
          databaseId={settings.databaseId}
          onSave={(templateParams) => change({ templateParams })}
          onClose={() => setDialog(null)}
        />
      )}
      {database && dialog?.kind === 'plan' && (
        <PlanDialog
          asked={{
            database_id: database.id,
            sql: dialog.statement,
            catalog,
            schema,
            templateParams: settings.templateParams,
          }}
          hasEstimate={estimating.has(database.backend)}
          onClose={() => setDialog(null)}
        />
      )}
      {database && (dialog?.kind === 'table' || dialog?.kind === 'view') && (
        <CreateAsDialog
          method={dialog.kind === 'table' ? 'TABLE' : 'VIEW'}
          onCreate={(name) => startIn(database, dialog.script, { createAs: { method: dialog.kind === 'table' ? 'TABLE' : 'VIEW', name } })}
          onClose={() => setDialog(null)}
        />
      )}
      <div className={css['body']}>
        {database && schema === null && (schemas.error || schemas.isFetching) && (
          <TreePlace error={schemas.isFetching ? null : schemas.error} onRetry={() => void schemas.refetch()} isOpen={isTreeOpen} />
        )}
        {database && schema !== null && (
          <SchemaTree
            key={database.id}
            databaseId={database.id}
            backend={database.backend}
            catalog={catalog}
            schema={schema}
            isOpen={isTreeOpen}
            onInsert={(text) => {
              setTreeOpen(false)
              editor.current?.insert(text)
            }}
            onPreview={(statement, place) => {
              setTreeOpen(false)
              if (run.kind !== 'running') startIn(database, statement, place)
            }}
          />
        )}
        <div className={css['work']}>
          <div className={css['editor']} style={{ height: size }}>
            <ScriptEditor
              ref={editor}
              initial={tab.sql ?? ''}
              onChange={(sql) => {
                autosave.change({ sql })
                checkLater(sql)
              }}
              onRun={runScript}
              onFormat={() => void format()}
              catalogue={catalogue}
              label={t('SQL of %(name)s', { name: label })}
              hint={t('SELECT …')}
            />
          </div>
          <Splitter label={t('Height of the editor')} size={size} onResize={resize} bounds={bounds} pane="above" />
          <ResultPane
            run={run.kind === 'failed' ? { ...run, message: messageIn(ranFrom, run.message) } : run}
            tabId={tab.id}
            label={label}
            sourceOf={({ dbId, catalog: ranOn, schema: ranIn, sql }) => ({
              databaseId: dbId,
              catalog: ranOn,
              schema: ranIn,
              sql: lastStatement(sql, database?.backend ?? ''),
              templateParams: settings.templateParams,
            })}
            history={{
              onRun: (sql) => {
                if (database && run.kind !== 'running') startIn(database, sql)
              },
              onInsert: (sql) => editor.current?.insert(sql),
              onOpen: (sql) => onOpen({ sql, database_id: settings.databaseId, catalog, schema, template_params: settings.templateParams }),
            }}
            onRetry={() => (retry.current ? retry.current() : runScript('cursor'))}
          />
        </div>
      </div>
    </div>
  )
}
