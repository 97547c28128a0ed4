import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { queryStop, type QueryState } from '#api/query.ts'
import type { TabState } from '#api/sqllab.ts'
import { t } from '#core/i18n/t.ts'
import type { Table } from '#core/table.ts'
import { call } from '../../../data/call.ts'
import { errorText, isAbort } from '../../../data/call-error.ts'
import { say } from '../../../ui/feedback/toast.ts'
import { resultTable } from '../results/result-table.ts'
import { followQuery, isUnfinished } from './follow-query.ts'
import { startQuery, type Started } from './start-query.ts'
import { stopQuery } from './stop-query.ts'

export type Run =
  | { kind: 'none' }
  | { kind: 'running'; clientId: string; startedMs: number; query: QueryState | null; isStopping: boolean }
  | { kind: 'stopped' }
  | { kind: 'failed'; message: string }
  | { kind: 'done'; query: QueryState; table: Table }

/** What a statement is run with. */
export type RunInput = {
  tabId: number
  label: string
  databaseId: number
  catalog: string | null
  schema: string | null
  limit: number
  templateParams: string | null
  /** Makes a table or view of the script. */
  createAs?: { method: 'TABLE' | 'VIEW'; name: string }
}

const newClientId = () => Math.random().toString(36).slice(2, 13).padEnd(11, '0')

const startOf = ({ startDttm: time }: QueryState) => Number(time ?? 0) || Date.now()

const mayHaveResult = (query: QueryState): boolean => isUnfinished(query) || query.state === 'success'

/** What a tab shows when it opens: a query that has not ended, or whose result is kept, is followed from there. */
const firstRun = ({ latest_query: latest }: TabState): Run => {
  if (!latest) return { kind: 'none' }
  if (mayHaveResult(latest)) return { kind: 'running', clientId: latest.id, startedMs: startOf(latest), query: latest, isStopping: false }
  return endOf(latest)
}

const endOf = (query: QueryState): Run =>
  query.state === 'stopped' ? { kind: 'stopped' } : { kind: 'failed', message: query.errorMessage ?? t('Sorry, an error occurred') }

/** What is shown of a query that has ended. */
const settledOf = (answer: Started): Run => {
  const { query } = answer
  if ('data' in answer) return { kind: 'done', query, table: resultTable(answer.columns, answer.data) }
  return query.state === 'success'
    ? { kind: 'failed', message: t('The result of this query is not kept any more. Run the query again.') }
    : endOf(query)
}

/** How long the server waits for the end of a query before it says that it goes on: a short one needs a single request. */
const waitMs = 200

/** The statement that runs in a tab, and its result. One that still runs when the page opens is followed further. */
export const useRun = (tab: TabState, onStart: (clientId: string) => void) => {
  const [run, setRun] = useState<Run>(() => firstRun(tab))
  const following = useRef<AbortController>(undefined)

  /** Follows a query to its result, in place of the one before it. */
  const track = async (begin: (signal: AbortSignal) => Started | Promise<Started>) => {
    following.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    following.current = controller
    const show = (query: QueryState) =>
      setRun((before) => (before.kind === 'running' && before.clientId === query.id ? { ...before, query } : before))
    try {
      const answer = await begin(signal)
      const ended =
        'data' in answer || !mayHaveResult(answer.query) ? answer : await followQuery(answer.query.id, { signal, onChange: show })
      if (!signal.aborted) setRun(settledOf(ended))
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) setRun({ kind: 'failed', message: errorText(error) })
    }
  }

  const resume = useEffectEvent(() => {
    if (run.kind === 'running' && run.query) {
      const { query } = run
      void track(() => ({ query }))
    }
  })
  useEffect(() => {
    const timer = setTimeout(() => resume())
    return () => {
      clearTimeout(timer)
      following.current?.abort()
    }
  }, [])

  const leave = useEffectEvent(() => {
    const body = { client_id: run.kind === 'running' ? run.clientId : '', leaving: true }
    if (run.kind === 'running') call(queryStop, { body }, { keepalive: true }).catch(() => {})
  })
  useEffect(() => {
    const onLeave = () => leave()
    window.addEventListener('pagehide', onLeave)
    return () => window.removeEventListener('pagehide', onLeave)
  }, [])

  const start = (sql: string, input: RunInput) => {
    const clientId = newClientId()
    const body = {
      client_id: clientId,
      database_id: input.databaseId,
      catalog: input.catalog,
      schema: input.schema,
      sql,
      sql_editor_id: String(input.tabId),
      tab: input.label,
      queryLimit: input.limit,
      templateParams: input.templateParams,
      runAsync: true,
      wait_ms: waitMs,
      ...(input.createAs && { select_as_cta: true, ctas_method: input.createAs.method, tmp_table_name: input.createAs.name }),
    }
    // The request leaves before the page draws that it runs.
    void track(async (signal) => {
      const answer = await startQuery(body, signal)
      onStart(clientId)
      return answer
    })
    setRun({ kind: 'running', clientId, startedMs: Date.now(), query: null, isStopping: false })
  }

  const stop = async () => {
    if (run.kind !== 'running') return
    setRun({ ...run, isStopping: true })
    try {
      await stopQuery(run.clientId, { while: () => !(following.current?.signal.aborted ?? true) })
    } catch (error) {
      setRun((current) => (current.kind === 'running' ? { ...current, isStopping: false } : current))
      say(t('The query could not be stopped: %(reason)s', { reason: errorText(error) }), { kind: 'bad' })
    }
  }
  return { run, start, stop }
}
