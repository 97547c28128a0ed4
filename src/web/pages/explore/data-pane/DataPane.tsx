import { ChevronDown, ChevronRight, PanelLeftClose, Table2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { useSurface } from '../../../controls/control-props.ts'
import type { Field } from '../../../controls/field/landing.ts'
import type { Notes } from '../../../ui/marks/NoteMarks.tsx'
import { refusalOf, takesFields } from '../../../controls/field/landing.ts'
import { sendField } from '../../../controls/field/send-field.ts'
import { columnName, metricName } from '../../../controls/field/kind.ts'
import { lazyPart } from '../../../lazy/lazy-part.tsx'
import { shownLabel } from '../control-panel/changes.ts'
import type { MenuEntry } from '../../../ui/overlay/Menu.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { useFocusAtFirst } from '../../../ui/overlay/focus.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { keyText } from '../../../ui/keys/Kbd.tsx'
import { SearchInput } from '../../../ui/text/SearchInput.tsx'
import { useExplore, useExploreStore } from '../state/explore-context.ts'
import { visibleControls } from '../state/form.ts'
import { noPlaceText, placeField } from '../state/place-field.ts'
import { useRun } from '../state/run.ts'
import { AddToDataset } from './AddToDataset.tsx'
import css from './DataPane.module.css'
import { DatasetMenu } from '../dataset-menu/DatasetMenu.tsx'
import { groupFields, limitFields } from './field-folders.ts'
import { useHovered } from './use-hovered.ts'
import { FieldRow } from './FieldRow.tsx'

const ColumnProfile = lazyPart(async () => (await import('./ColumnProfile.tsx')).ColumnProfile)

const HoverProfile = lazyPart(async () => (await import('./HoverProfile.tsx')).HoverProfile)

const maxFields = 300

const sameField = (a: Field | null, b: Field) => a?.kind === b.kind && a.name === b.name

type Props = {
  /** Collapses the pane. Without it the pane cannot be collapsed. */
  onCollapse?: () => void
  /** Focuses the collapse button when the pane was opened by the user. */
  takesFocus?: boolean
}

/** The dataset's fields, to search, inspect, drag and add to the chart. */
export const DataPane = ({ onCollapse, takesFocus = false }: Props) => {
  const dataset = useExplore((state) => state.dataset)
  const store = useExploreStore()
  const { chart } = useRun()
  const surface = useSurface()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Field | null>(null)
  const { hovered, hover, stay, close } = useHovered<{ field: Field; element: Element }>()
  const searchText = search.trim().toLowerCase()
  const matches = (...texts: (string | null | undefined)[]) =>
    searchText === '' || texts.some((text) => text?.toLowerCase().includes(searchText))
  const groups = groupFields(dataset).map((group) => {
    const metrics = group.metrics.filter((metric) => matches(metric.metric_name, metric.verbose_name, metric.expression))
    const columns = group.columns.filter((column) => matches(column.column_name, column.verbose_name, column.type))
    return { ...group, size: metrics.length + columns.length, shown: limitFields({ metrics, columns }, maxFields) }
  })
  const found = groups.reduce((sum, group) => sum + group.size, 0)
  const count = dataset.metrics.length + dataset.columns.length

  const add = (field: Field) => {
    if (!chart) return
    const form = store.getState().form()
    const placed = placeField(field, form, { chart, dataset })
    if (!placed) {
      say(noPlaceText(field))
      return
    }
    store.getState().set(placed.control.name, placed.value)
    say(t('Added “%(name)s” to %(control)s', { name: field.name, control: t(placed.control.label) }), { lasts: 2500 })
  }
  /** All controls that accept fields; those that reject this one come last, with the reason. */
  const placeEntries = (field: Field): MenuEntry[] => {
    if (!chart) return []
    const state = { form: store.getState().form(), dataset }
    const offers = visibleControls(chart, state)
      .filter(takesFields)
      .map((control) => {
        const label = shownLabel(control, state)
        return { control, label: t(label), reason: refusalOf(field, { control: { ...control, label }, state, surface }) }
      })
    const entries = (refused: boolean) =>
      offers
        .filter(({ reason }) => (reason !== null) === refused)
        .map(({ control, label, reason }): MenuEntry => ({
          key: control.name,
          label,
          ...(reason !== null && { disabled: true, reason }),
          onSelect: () => {
            sendField(control.name, field)
            // For a filter the editor opens first, so nothing was added yet.
            if (control.type !== 'filters') say(t('Added “%(name)s” to %(control)s', { name: field.name, control: label }), { lasts: 2500 })
          },
        }))
    const rejected = entries(true)
    return [{ heading: t('Add to…') }, ...entries(false), ...(rejected.length > 0 ? (['divider', ...rejected] as const) : [])]
  }
  const row = (
    field: Field,
    extra: {
      name: string
      kind: Parameters<typeof FieldRow>[0]['kind']
      hint?: string | undefined
      description?: string | null | undefined
      notes: Notes
    },
  ) => (
    <FieldRow
      key={`${field.kind} ${field.name}`}
      field={field}
      {...extra}
      chosen={sameField(chosen, field)}
      onChoose={() => setChosen(sameField(chosen, field) ? null : field)}
      onAdd={() => add(field)}
      onHover={(element) => hover(element && { field, element })}
      menuEntries={() => placeEntries(field)}
    />
  )
  return (
    <section className={css['pane']} aria-label={t('Dataset')}>
      <header className={css['head']}>
        <Table2 aria-hidden />
        <strong className={css['name']} title={dataset.datasource_name}>
          {dataset.datasource_name}
        </strong>
        <span className={css['schema']}>{dataset.schema}</span>
        <DatasetMenu />
        {onCollapse && <CollapseButton onCollapse={onCollapse} takesFocus={takesFocus} />}
      </header>
      <div className={css['search']}>
        <SearchInput
          label={t.plural(count, 'Search %(count)s field', 'Search %(count)s fields')}
          value={search}
          onValue={setSearch}
          wait={100}
          data-field-search=""
        />
      </div>
      <div className={css['fields']} onPointerDown={close} onScroll={close} role="presentation">
        {groups.map(({ key, kind, title, depth, size, shown }) => (
          <FieldSection
            key={key}
            storedAs={key}
            title={kind === 'folder' ? title : kind === 'metrics' ? t('Metrics') : t('Columns')}
            depth={depth}
            count={size}
            action={
              kind === 'metrics' ? (
                <AddToDataset newItem="metrics" label={t('New metric')} />
              ) : kind === 'columns' ? (
                <AddToDataset newItem="calculated" label={t('New calculated column')} />
              ) : null
            }
          >
            {shown.metrics.map((metric) =>
              row(
                { kind: 'metric', name: metric.metric_name },
                {
                  name: metricName(metric),
                  kind: /^\s*\w+\s*\(/.test(metric.expression) ? 'metric' : 'calculated',
                  description: metric.description ?? metric.expression,
                  notes: metric,
                },
              ),
            )}
            {shown.columns.map((column) =>
              row(
                { kind: 'column', name: column.column_name },
                {
                  name: columnName(column),
                  kind: column,
                  hint: ownValue(surface.hints, column.column_name),
                  description: column.description,
                  notes: column,
                },
              ),
            )}
            {shown.hidden > 0 && <p className={css['more']}>{t('Search to see %(count)s more.', { count: shown.hidden })}</p>}
          </FieldSection>
        ))}
        {count > 0 && found === 0 && <p className={css['more']}>{t('No matching fields.')}</p>}
      </div>
      {hovered && !sameField(chosen, hovered.field) && (
        <HoverProfile
          key={`${hovered.field.kind} ${hovered.field.name}`}
          field={hovered.field}
          row={hovered.element}
          onStay={stay}
          onLeave={() => hover(null)}
          onClose={close}
        />
      )}
      {chosen && <ColumnProfile key={`${chosen.kind} ${chosen.name}`} field={chosen} onAdd={() => add(chosen)} />}
    </section>
  )
}

const CollapseButton = ({ onCollapse, takesFocus }: Required<Props>) => {
  const button = useFocusAtFirst<HTMLButtonElement>(takesFocus)
  return (
    <IconButton
      ref={button}
      dense
      label={t('Close the data pane')}
      hint={keyText('D')}
      icon={<PanelLeftClose />}
      aria-expanded
      onClick={onCollapse}
    />
  )
}

const storageKey = (group: string) => `chartroom.explore.fields.${group}`

type SectionProps = { storedAs: string; title: string; depth: number; count: number; action: ReactNode; children: ReactNode }

const FieldSection = ({ storedAs, title, depth, count, action, children }: SectionProps) => {
  const [open, setOpen] = useState(() => localStorage.getItem(storageKey(storedAs)) !== 'closed')
  const toggle = () => {
    localStorage.setItem(storageKey(storedAs), open ? 'closed' : 'open')
    setOpen(!open)
  }
  return (
    <div className={css['section']} style={depth > 0 ? { marginInlineStart: depth * 12 } : undefined}>
      <div className={css['sectionBar']}>
        <button type="button" className={css['sectionHead']} aria-expanded={open} onClick={toggle}>
          {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          {title}
          <span>{count}</span>
        </button>
        {action}
      </div>
      {open && <div role="list">{children}</div>}
    </div>
  )
}
