import { useState } from 'react'
import { sqllabClosedTabs, tabActivate, tabCreate, tabDelete, tabGet, tabUpdate, type TabState } from '#api/sqllab.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { errorText } from '../../../data/call-error.ts'
import { say } from '../../../ui/feedback/toast.ts'
import { flushAll } from './autosave.ts'
import { tabForm } from './tab-form.ts'

export type TabTitle = { id: number; label: string | null }

/** What a new tab opens with. */
export type NewTab = Partial<
  Pick<TabState, 'database_id' | 'catalog' | 'schema' | 'sql' | 'query_limit' | 'template_params' | 'autorun'>
> & {
  label?: string
  saved_query_id?: number | null
  /** The version of the saved query that it opens. */
  saved_query_version?: string | null
}

const failed = (error: unknown) => say(errorText(error), { kind: 'bad' })

const createTab = async (tab: NewTab & { label: string }) => {
  const queryEditor = {
    name: tab.label,
    dbId: tab.database_id ?? null,
    catalog: tab.catalog,
    schema: tab.schema,
    sql: tab.sql ?? '',
    queryLimit: tab.query_limit ?? null,
    templateParams: tab.template_params ?? null,
    autorun: tab.autorun ?? false,
    remoteId: tab.saved_query_id ?? null,
  }
  const created = await call(tabCreate, { body: tabForm({ queryEditor }) })
  const { saved_query_version } = tab
  if (saved_query_version)
    await call(tabUpdate, { params: { tab_state_id: created.id }, body: tabForm({ extra_json: { saved_query_version } }) })
  return created
}

/** A name that no open tab has. */
export const freeName = (tabs: readonly TabTitle[]): string => {
  const taken = new Set(tabs.map(({ label }) => label))
  for (let number = 1; ; number++) {
    const name = t('Query %(number)s', { number })
    if (!taken.has(name)) return name
  }
}

/** The open tabs and the active one; every change is kept by the server. */
export const useTabs = (start: { tabs: TabTitle[]; activeId: number | null }, defaults: NewTab) => {
  const [tabs, setTabs] = useState(start.tabs)
  const [activeId, setActiveId] = useState(start.activeId)

  const activate = (id: number) => {
    setActiveId(id)
    void call(tabActivate, { params: { tab_state_id: id } }).catch(failed)
  }
  /** Opens a tab. One for another database does not start in the schema of the last one. */
  const open = async (given: NewTab) => {
    const label = given.label?.trim() || freeName(tabs)
    const isElsewhere = given.database_id !== undefined && given.database_id !== defaults.database_id
    const { id } = await createTab({ ...(isElsewhere ? {} : defaults), ...given, label })
    setTabs((before) => [...before, { id, label }])
    setActiveId(id)
  }
  const add = (given: NewTab) => void open(given).catch(failed)
  const close = async (id: number) => {
    try {
      await call(tabDelete, { params: { tab_state_id: id } })
    } catch (error) {
      return failed(error)
    }
    const at = tabs.findIndex((tab) => tab.id === id)
    const closed = tabs[at]
    const next = tabs[at + 1] ?? tabs[at - 1]
    setTabs((before) => before.filter((tab) => tab.id !== id))
    if (id === activeId) {
      if (next) activate(next.id)
      else setActiveId(null)
    }
    if (closed) say(t('%(name)s closed', { name: closed.label ?? '' }), { action: { label: t('Undo'), run: () => reopen(closed) } })
  }
  const reopen = (tab: TabTitle) => {
    setTabs((before) => (before.some(({ id }) => id === tab.id) ? before : [...before, { id: tab.id, label: tab.label }]))
    activate(tab.id)
  }
  const update = (id: number, patch: Parameters<typeof tabForm>[0]) =>
    call(tabUpdate, { params: { tab_state_id: id }, body: tabForm(patch) }).catch(failed)

  return {
    tabs,
    activeId,
    actions: {
      activate,
      add,
      open,
      close: (id: number) => void close(id),
      closeOthers: (kept: number) => {
        activate(kept)
        for (const { id } of tabs) if (id !== kept) void call(tabDelete, { params: { tab_state_id: id } }).catch(failed)
        setTabs((before) => before.filter(({ id }) => id === kept))
      },
      reopen,
      rename: (id: number, label: string) => {
        setTabs((before) => before.map((tab) => (tab.id === id ? { ...tab, label } : tab)))
        void update(id, { label })
      },
      duplicate: (id: number) => {
        const copy = async () => {
          await flushAll()
          const tab = await call(tabGet, { params: { tab_state_id: id } })
          await open({ ...tab, autorun: false, label: t('%(name)s (copy)', { name: tab.label ?? '' }) })
        }
        copy().catch(failed)
      },
      /** Moves a tab to a place among all and renumbers the places. */
      move: (id: number, to: number) => {
        const at = tabs.findIndex((tab) => tab.id === id)
        const moved = tabs[at]
        if (!moved || !tabs[to] || to === at) return
        const next = tabs.toSpliced(at, 1).toSpliced(to, 0, moved)
        setTabs(next)
        next.forEach((tab, position) => void update(tab.id, { position }))
      },
      listClosed: async (): Promise<TabTitle[]> => {
        try {
          return (await call(sqllabClosedTabs)).result
        } catch (error) {
          failed(error)
          return []
        }
      },
    },
  }
}

export type TabsActions = ReturnType<typeof useTabs>['actions']
