import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Fuse from 'fuse.js'
import { ChartColumn, LayoutDashboard, Search, Table2 } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../data/paths.ts'
import { useSession, type Session } from '../../data/session.ts'
import { charts, dashboards, datasets, viewKey, type RouteQuery } from '../../data/resources.ts'
import { cx } from '../../ui/cx.ts'
import { keyText } from '../../ui/keys/Kbd.tsx'
import { useLayer } from '../../ui/overlay/layers.ts'
import rowLook from '../../ui/row.module.css'
import { OpenModal } from '../../ui/overlay/open/OpenModal.tsx'
import { listCommands, type Command } from './commands.tsx'
import css from './CommandPalette.module.css'

type Group = { title: string; commands: Command[] }

/** Searches objects and actions by name. */
export const CommandPalette = ({ onClose }: { onClose: () => void }) => {
  const session = useSession()
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [cursor, setCursor] = useState(0)
  const [commands] = useState(() => listCommands(session))
  const results = useSearchResults(text.trim(), session)
  useLayer(true, onClose)

  const needle = text.trim()
  const matching = needle ? new Fuse(commands, { keys: ['label'], threshold: 0.3 }).search(needle).map(({ item }) => item) : commands
  const actions = { title: t('Actions'), commands: matching.slice(0, needle ? 5 : 8) }
  // Actions with a word that starts with the text come first; actions that match only fuzzily come after objects.
  const actionsFirst = matching.some(({ label }) => ` ${label}`.toLowerCase().includes(` ${needle.toLowerCase()}`))
  const groups = (actionsFirst ? [actions, ...results] : [...results, actions]).filter((group) => group.commands.length > 0)
  const all = groups.flatMap((group) => group.commands)
  const activeIndex = Math.min(cursor, all.length - 1)

  const choose = (command: Command) => {
    onClose()
    if (command.to) void navigate(command.to)
    command.run?.()
  }
  const onKey = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: (activeIndex + 1) % all.length,
      ArrowUp: (activeIndex - 1 + all.length) % all.length,
    }
    const next = moves[event.key]
    if (next !== undefined && all.length) {
      event.preventDefault()
      setCursor(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    const command = all[activeIndex]
    if (event.key === 'Enter' && command) {
      event.preventDefault()
      choose(command)
    }
    if (event.key === 'Tab') event.preventDefault()
  }

  return (
    <OpenModal onClose={onClose} label={t('Search or run')} veilClass={css['veil']} className={css['box']}>
      <div className={css['search']}>
        <Search aria-hidden />
        <input
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={`${id}-${activeIndex}`}
          aria-label={t('Search or run')}
          placeholder={t('Search charts, dashboards, datasets and actions')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setCursor(0)
          }}
          onKeyDown={onKey}
        />
      </div>
      <div id={id} role="listbox" aria-label={t('Results')} className={css['list']}>
        {all.length === 0 && <p className={css['empty']}>{t('No results found')}</p>}
        {groups.map(({ title, commands: listed }) => (
          <div key={title} role="group" aria-label={title}>
            <div className={cx(rowLook['heading'], css['title'])}>{title}</div>
            {listed.map((command) => {
              const index = all.indexOf(command)
              return (
                <div
                  key={command.key}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === activeIndex}
                  className={cx(rowLook['row'], css['option'], index === activeIndex && css['at'])}
                  onPointerMove={() => setCursor(index)}
                  onClick={() => choose(command)}
                >
                  {command.icon}
                  <span className={rowLook['text']}>{command.label}</span>
                  {command.hint && <span className={rowLook['hint']}>{keyText(command.hint)}</span>}
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </OpenModal>
  )
}

const latestRows = (col: string, opr: string, value: string) => ({
  filters: value ? [{ col, opr, value }] : [],
  order_column: 'changed_on_delta_humanized',
  order_direction: 'desc' as const,
  page_size: 5,
  page: 0,
})

/** Charts, dashboards and datasets that match the text; without text the latest dashboards. */
const useSearchResults = (text: string, { hasPermission }: Session): Group[] => {
  const { data } = useQuery({
    queryKey: viewKey(['chart', 'dashboard', 'dataset'], 'palette', text),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, text ? 120 : 0))
      signal.throwIfAborted()
      const shouldFetch = (view: string) => hasPermission('can_read', view) && (text !== '' || view === 'Dashboard')
      const rowsOf = async <R,>(view: string, question: RouteQuery<{ result: R[] }>): Promise<R[]> =>
        shouldFetch(view) ? (await question.queryFn({ signal })).result : []
      const [foundDashboards, foundCharts, foundDatasets] = await Promise.all([
        rowsOf(
          'Dashboard',
          dashboards.list({ ...latestRows('dashboard_title', 'title_or_slug', text), columns: ['id', 'dashboard_title', 'slug'] }),
        ),
        rowsOf(
          'Chart',
          charts.list({ ...latestRows('slice_name', 'chart_all_text', text), columns: ['id', 'slice_name', 'table.table_name'] }),
        ),
        rowsOf('Dataset', datasets.list({ ...latestRows('table_name', 'ct', text), columns: ['id', 'table_name', 'schema'] })),
      ])
      return { dashboards: foundDashboards, charts: foundCharts, datasets: foundDatasets }
    },
  })
  if (!data) return []
  const option = (
    kind: string,
    row: { id: number },
    fields: { label: string; to: string; icon: ReactNode; hint?: string | null | undefined },
  ): Command => ({
    key: `${kind} ${row.id}`,
    label: fields.label,
    to: fields.to,
    icon: fields.icon,
    ...(fields.hint && { hint: fields.hint }),
  })
  return [
    {
      title: t('Dashboards'),
      commands: data.dashboards.map((row) =>
        option('dashboard', row, { label: row.dashboard_title, to: paths.dashboard(row.slug || row.id), icon: <LayoutDashboard /> }),
      ),
    },
    {
      title: t('Charts'),
      commands: data.charts.map((row) =>
        option('chart', row, {
          label: row.slice_name,
          to: paths.chart(row.id),
          icon: <ChartColumn />,
          hint: row.table?.table_name,
        }),
      ),
    },
    {
      title: t('Datasets'),
      commands: data.datasets.map((row) =>
        option('dataset', row, { label: row.table_name, to: paths.exploreDataset(row.id), icon: <Table2 />, hint: row.schema }),
      ),
    },
  ]
}
