import { useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { charts, findChart } from '#charts/index.ts'
import type { Chart } from '#charts/chart.ts'
import { t } from '#core/i18n/t.ts'
import { useSession } from '../../../../data/session.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { SearchInput } from '../../../../ui/text/SearchInput.tsx'
import { useExplore, useForm } from '../../state/explore-context.ts'
import { fittingCharts } from '../../state/switch/fitting-charts.ts'
import { vizIcon } from '../viz-icon.tsx'
import { ChartBadge } from './ChartBadge.tsx'
import { ChartDetails } from './ChartDetails.tsx'
import { Thumbnail } from './ExamplePicture.tsx'
import css from './Gallery.module.css'
import { categoriesOf, chartSearch, inOrder, offeredCharts, onShelf, recommendedTags, tagsOf } from './gallery-list.ts'
import type { Shelf } from './gallery-list.ts'

type Props = { value: string; onSelect: (vizType: string) => void; onClose: () => void }

const thumbnailSize = { width: 128, height: 72 }
const maxFitting = 6

const sameShelf = (a: Shelf, b: Shelf) => a.kind === b.kind && (a.kind === 'all' || (b.kind !== 'all' && a.name === b.name))

/** Tables show any fields, so they are the last to suggest. */
const isTable = ({ category }: Chart) => category === 'Table'

/** The types that show exactly the fields of the current chart. */
const useFitting = (offered: readonly Chart[]): Chart[] => {
  const form = useForm()
  const dataset = useExplore((state) => state.dataset)
  const glance = useExplore((state) => state.columnStats)
  const memory = useExplore((state) => state.history.present.memory)
  return useMemo(
    () =>
      inOrder(fittingCharts(offered, form, { dataset, glance, memory, from: findChart(form.viz_type) ?? null, t }))
        .toSorted((a, b) => Number(isTable(a)) - Number(isTable(b)))
        .slice(0, maxFitting),
    [offered, form, dataset, glance, memory],
  )
}

const steps: Record<string, 1 | -1> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** The next option in the direction of an arrow key: a neighbour, or the nearest of the line above or below. */
const optionAfter = (options: HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined => {
  const step = steps[key]
  const at = options.indexOf(from)
  if (step === undefined || at < 0) return undefined
  if (key === 'ArrowRight' || key === 'ArrowLeft') return options[at + step]
  const { top, left } = from.getBoundingClientRect()
  const places = options.map((option) => ({ option, rect: option.getBoundingClientRect() }))
  const tops = places.map(({ rect }) => rect.top).filter((other) => (other - top) * step > 1)
  const line = step > 0 ? Math.min(...tops) : Math.max(...tops)
  return places
    .filter(({ rect }) => Math.abs(rect.top - line) < 1)
    .toSorted((a, b) => Math.abs(a.rect.left - left) - Math.abs(b.rect.left - left))[0]?.option
}

/** All chart types by category and tag, with search, examples and descriptions. */
export const Gallery = ({ value, onSelect, onClose }: Props) => {
  const [shelf, setShelf] = useState<Shelf>({ kind: 'all' })
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string | null>(value)
  const list = useRef<HTMLDivElement>(null)
  const { denied_viz_types: denied } = useSession()
  const offered = useMemo(() => offeredCharts(charts, value, denied), [value, denied])
  const find = useMemo(() => chartSearch(offered), [offered])
  const isSearching = search.trim() !== ''
  const fitting = useFitting(offered)
  const shown = useMemo(() => (isSearching ? find(search) : onShelf(offered, shelf)), [isSearching, find, search, offered, shelf])
  const groups: { heading: string | null; charts: Chart[] }[] =
    isSearching || shelf.kind !== 'all' || fitting.length === 0
      ? [{ heading: null, charts: shown }]
      : [
          { heading: t('Fits the chosen fields'), charts: fitting },
          { heading: t('More chart types'), charts: shown.filter((chart) => !fitting.includes(chart)) },
        ]
  const detail = chosen === null ? undefined : findChart(chosen)
  const firstStop = shown.some((chart) => chart.viz_type === chosen) ? chosen : groups[0]?.charts[0]?.viz_type

  const openShelf = (next: Shelf) => {
    setShelf(next)
    setSearch('')
    if (!onShelf(offered, next).some((chart) => chart.viz_type === chosen)) setChosen(null)
  }
  const updateSearch = (text: string) => {
    setSearch(text)
    if (text.trim() !== '') setChosen(find(text)[0]?.viz_type ?? null)
  }
  const optionsIn = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    const next = event.target instanceof HTMLElement && optionAfter(optionsIn(), event.target, event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const leaveSearch = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      optionsIn()[0]?.focus()
    }
    // What was typed may not have been searched yet.
    const best = event.target instanceof HTMLInputElement && find(event.target.value)[0]
    if (event.key === 'Enter' && best) {
      // Closing gives the focus back to the button that opened the picker, which would take the same key as a press.
      event.preventDefault()
      onSelect(best.viz_type)
    }
  }
  const shelfButton = (next: Shelf, label: string) => (
    <button
      key={`${next.kind} ${label}`}
      type="button"
      className={cx(css['shelf'], !isSearching && sameShelf(shelf, next) && css['open'])}
      aria-pressed={!isSearching && sameShelf(shelf, next)}
      onClick={() => openShelf(next)}
    >
      {label}
    </button>
  )
  const tile = (chart: Chart) => (
    <button
      key={chart.viz_type}
      type="button"
      role="option"
      aria-selected={chart.viz_type === chosen}
      tabIndex={chart.viz_type === firstStop ? 0 : -1}
      className={css['tile']}
      onFocus={() => setChosen(chart.viz_type)}
      onClick={() => setChosen(chart.viz_type)}
      onDoubleClick={() => onSelect(chart.viz_type)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        onSelect(chart.viz_type)
      }}
    >
      <Thumbnail chart={chart} size={thumbnailSize} icon={vizIcon(chart)} />
      <span className={css['name']}>
        {t(chart.name)}
        <ChartBadge chart={chart} />
      </span>
    </button>
  )
  return (
    <Dialog
      open
      bare
      width={1090}
      height={720}
      title={t('Select a visualization type')}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button kind="primary" disabled={chosen === null} onClick={() => chosen !== null && onSelect(chosen)}>
            {t('Select')}
          </Button>
        </>
      }
    >
      <div className={css['gallery']}>
        <nav className={css['shelves']} aria-label={t('Chart categories')}>
          {shelfButton({ kind: 'all' }, t('All charts'))}
          <h3>{t('Recommended tags')}</h3>
          {recommendedTags.map((name) => shelfButton({ kind: 'tag', name }, t(name)))}
          <h3>{t('Category')}</h3>
          {categoriesOf(offered).map((name) => shelfButton({ kind: 'category', name }, t(name)))}
          <h3>{t('Tags')}</h3>
          {tagsOf(offered).map((name) => shelfButton({ kind: 'tag', name }, t(name)))}
        </nav>
        <div className={css['main']}>
          <div className={css['search']}>
            <SearchInput
              label={t('Search all charts')}
              value={search}
              onValue={updateSearch}
              wait={60}
              onKeyDown={leaveSearch}
              data-autofocus=""
            />
          </div>
          <div ref={list} className={css['list']} role="listbox" aria-label={t('Charts')} onKeyDown={moveFocus}>
            {groups.map((group) => (
              <div key={group.heading ?? ''} role="group" aria-label={group.heading ?? t('Charts')}>
                {group.heading && <h3 aria-hidden>{group.heading}</h3>}
                <div className={css['tiles']}>{group.charts.map(tile)}</div>
              </div>
            ))}
            {shown.length === 0 && <p className={css['none']}>{t('No results found')}</p>}
          </div>
        </div>
        <aside className={css['detail']} aria-live="polite" aria-label={t('Details')} tabIndex={0}>
          {detail && <ChartDetails key={detail.viz_type} chart={detail} />}
        </aside>
      </div>
    </Dialog>
  )
}
