import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { isActive } from '#core/filters/data-mask.ts'
import { t } from '#core/i18n/t.ts'
import { lazyCompanion, lazyDialog, lazyPart } from '../../lazy/lazy-part.tsx'
import { dropFirstAnswers } from '../../frame/data/first-answers.ts'
import { takeFirstPictures } from './card/first-picture.ts'
import { preloadCrossFilters } from './cross-filters/press-item.ts'
import { themeStyle } from './colors/theme-style.ts'
import { legendHandlers } from './colors/legend-handlers.ts'
import { loadCode, reportLoadFault } from '../../lazy/load-fault.ts'
import { cx } from '../../ui/cx.ts'
import { useKeys } from '../../ui/keys/use-keys.ts'
import { useNarrow } from '../../ui/use-media.ts'
import css from './Dashboard.module.css'
import { readAddress } from './data/address.ts'
import { unsavedId } from './data/record.ts'
import { untitled } from './data/record.ts'
import { useKeptMasks } from './head/filters/use-kept-masks.ts'
import { Head } from './head/Head.tsx'
import { Notice } from './head/notices/Notice.tsx'
import { Outdated } from './head/notices/Outdated.tsx'
import { refreshAll } from './head/refresh/refresh-all.ts'
import { EditContext } from './stage/edit-tools.ts'
import { Stage } from './stage/Stage.tsx'
import { DashboardContext, useCards, useDashboard, useMount, useProperties } from './state/dashboard-context.ts'
import { isBarHorizontal, isFilterBarShown, hasChanges, hasFilters } from './state/derived.ts'
import { createMount } from './state/mount.ts'
import { HostContext, useHost, type Host } from './state/host.ts'
import { useStableColors } from './state/use-stable-colors.ts'
import { useTabHistory } from './state/use-tab-history.ts'
import type { Opening } from './state/store.ts'

/** Its room is kept free, so that charts keep their place when it appears. */
const FilterBar = lazyPart(async () => (await import('./filters/bar/FilterBar.tsx')).FilterBar, {
  pending: ({ place, isOpen, isHidden }) => !isHidden && <div className={cx(css[place], !isOpen && css['closed'])} />,
})

const loadActiveFilters = async () => (await import('./head/filters/ActiveFilters.tsx')).ActiveFilters
const ActiveFilters = lazyPart(loadActiveFilters, { pending: () => <div className={css['chips']} /> })

const GoneCharts = lazyCompanion(async () => (await import('./card/gone/GoneCharts.tsx')).GoneCharts)

const AutoRefresh = lazyCompanion(async () => (await import('./head/refresh/AutoRefresh.tsx')).AutoRefresh)

const FocusedPart = lazyPart(async () => (await import('./stage/focus/FocusedPart.ts')).FocusedPart)

const UnreadableSettings = lazyPart(async () => (await import('./head/notices/UnreadableSettings.tsx')).UnreadableSettings)

const OwnCss = lazyPart(async () => (await import('./stage/OwnCss.tsx')).OwnCss)

const loadEditing = () => loadCode(() => import('./edit/Editing.tsx'))
type Loaded = Awaited<ReturnType<typeof loadEditing>>

const Sheets = lazyDialog(async () => (await import('./head/Sheets.tsx')).Sheets)

/** The head shrinks after this much scrolling, if enough content remains below to stay scrolled. */
const shrinkAtPx = 24
const spareBelowPx = 160

/** Leaves undo and redo in a text field to the field. */
const keepTyping = (event: React.KeyboardEvent) => {
  const { tagName } = event.target as HTMLElement
  if (/^(INPUT|TEXTAREA)$/.test(tagName) && (event.metaKey || event.ctrlKey) && /^[zy]$/i.test(event.key)) event.stopPropagation()
}

type Props = {
  opening: Opening
  host: Host
  onReload: () => void
  /** Parts beside the dashboard that use its state. */
  children?: ReactNode
}

/** A dashboard that can be mounted anywhere on a page, several times too: it uses only its own element and state. */
export const MountedDashboard = ({ opening, host, onReload, children }: Props) => {
  const id = useId()
  const [mount] = useState(() => createMount(opening, id))
  return (
    <DashboardContext value={mount}>
      <HostContext value={host}>
        <Dashboard onReload={onReload} />
        {children}
      </HostContext>
    </DashboardContext>
  )
}

/** Head, notices and stage; while editing also the builder pane and the bar of changes. */
const Dashboard = ({ onReload }: { onReload: () => void }) => {
  const mount = useMount()
  const { store, cards, root } = mount
  const [legends] = useState(() => legendHandlers(mount))
  const { search, anchor, setSearch, onUnsaved, onTitle } = useHost()
  const { dashboard_title, css: savedCss, theme } = useProperties()
  const themed = useMemo(() => themeStyle(theme?.json_data), [theme])
  const authorCss = useDashboard((state) => state.previewCss) ?? savedCss
  const canEdit = useDashboard((state) => state.canEdit)
  const hiddenParts = useDashboard((state) => state.hiddenParts)
  const isEditing = useDashboard((state) => state.isEditing)
  const unsaved = useDashboard(hasChanges)
  const isBarOpen = useDashboard(isFilterBarShown)
  const hasAnyFilter = useDashboard(hasFilters)
  const isFiltered = useDashboard((state) => Object.values(state.masks.applied).some(isActive))
  const isHorizontal = useDashboard(isBarHorizontal)
  const place = useNarrow() ? 'drawer' : isHorizontal ? 'row' : 'side'
  const isDialogOpen = useDashboard((state) => state.dialog !== null)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [isShrunk, setShrunk] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const { edit, focusedChart } = readAddress(search)
  const isStored = useDashboard((state) => state.serverFields.id !== unsavedId)
  const isLinkBroken = useDashboard((state) => state.lacksTab || state.lacksMasks)
  const refreshSeconds = useDashboard(
    ({ refreshIntervalSeconds, history }) =>
      refreshIntervalSeconds ?? (Number(history.present.properties.metadata['refresh_frequency']) || 0),
  )
  const isReached = useDashboard((state) => state.isReached)
  const isAnyFailed = useCards(({ statuses }) => Object.values(statuses).some(({ status }) => status === 'failed'))
  const isUnreadable = useDashboard((state) => state.serverFields.isUnreadable)
  const wantsEdit = (edit || !isStored) && canEdit

  useLayoutEffect(() => takeFirstPictures(root.current), [root])
  useEffect(() => dropFirstAnswers, [])
  useKeptMasks()
  useTabHistory()
  useStableColors()
  useEffect(() => onTitle(dashboard_title || untitled), [onTitle, dashboard_title])
  useEffect(() => onUnsaved?.(unsaved), [onUnsaved, unsaved])
  useEffect(() => store.getState().setEditing(wantsEdit), [store, wantsEdit])
  useEffect(() => {
    let left = false
    if (isEditing || unsaved)
      loadEditing().then(
        (module) => !left && setLoaded(module),
        (fault: unknown) => {
          reportLoadFault(fault)
          store.getState().setEditing(false)
        },
      )
    return () => {
      left = true
    }
  }, [store, isEditing, unsaved])
  useKeys(
    [
      { keys: 'R', label: t('Refresh'), run: () => refreshAll(cards) },
      ...(canEdit && !isEditing
        ? [
            {
              keys: 'E',
              label: t('Edit dashboard'),
              run: () => {
                store.getState().setEditing(true)
                setSearch({ edit: 'true' })
              },
            },
          ]
        : []),
    ],
    root,
  )

  const onScroll = () => {
    const box = scroller.current
    if (!box) return
    const { scrollTop, scrollHeight, clientHeight } = box
    setShrunk((was) => (was ? scrollTop > 0 : scrollTop > shrinkAtPx && scrollHeight - clientHeight > spareBelowPx))
  }
  const hasBar = hasAnyFilter || (canEdit && !isEditing && isBarOpen)
  const filterBar = hasBar && <FilterBar {...{ place, isOpen: isBarOpen || place !== 'side', isHidden: hiddenParts.filters }} />
  return (
    <EditContext value={isEditing ? (loaded?.editTools ?? null) : null}>
      <div
        ref={root}
        style={themed}
        className={cx(css['page'], isEditing && css['editing'], 'dashboard')}
        data-page
        onKeyDown={keepTyping}
        {...(canEdit && legends)}
        onFocus={() => store.getState().set({ isReached: true })}
        onPointerEnter={() => {
          store.getState().set({ isReached: true })
          preloadCrossFilters()
          void loadActiveFilters().catch(() => undefined)
          // So that a card can say that it is offline.
          void import('./card/CardState.tsx').catch(() => undefined)
        }}
      >
        {place === 'side' && filterBar}
        <div className={css['main']}>
          <Head isShrunk={isShrunk} />
          <Notice onReload={onReload} />
          <Outdated />
          {isUnreadable && <UnreadableSettings />}
          {place !== 'side' && filterBar}
          {!hasAnyFilter && !hiddenParts.tabs && isFiltered && <ActiveFilters />}
          <div ref={scroller} className={css['scroller']} onScroll={onScroll} onClick={() => store.getState().select(null)} data-stage>
            <div className={css['stage']}>
              <Stage />
              {authorCss && <OwnCss text={authorCss} />}
            </div>
          </div>
        </div>
        {(isEditing || unsaved) && loaded && <loaded.Editing />}
      </div>
      {(focusedChart !== null || anchor !== '' || isLinkBroken) && <FocusedPart />}
      {refreshSeconds > 0 && !isEditing && <AutoRefresh seconds={refreshSeconds} />}
      {(isReached || isAnyFailed) && <GoneCharts />}
      {isDialogOpen && <Sheets onClose={() => store.getState().set({ dialog: null })} />}
    </EditContext>
  )
}
