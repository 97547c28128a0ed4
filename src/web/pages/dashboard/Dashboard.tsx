import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { isUnsaved } from '#core/undo/history.ts'
import { t } from '#core/i18n/t.ts'
import { lazyDialog, lazyPart } from '../../lazy/lazy-part.tsx'
import { loadCode, sayLoadFault } from '../../lazy/load-fault.ts'
import { usePageTitle } from '../../window/use-page-title.ts'
import { cx } from '../../ui/cx.ts'
import { useKeys } from '../../ui/keys/use-keys.ts'
import css from './Dashboard.module.css'
import { readAddress, withParams } from './data/address.ts'
import { notStored } from './data/new-dashboard.ts'
import { untitled } from './data/record.ts'
import { ActiveFilters } from './head/ActiveFilters.tsx'
import { Head } from './head/Head.tsx'
import { Notice } from './head/Notice.tsx'
import { Outdated } from './head/Outdated.tsx'
import { openSheet, useSheets } from './head/sheets.ts'
import { useKeptMasks } from './head/use-kept-masks.ts'
import { useAutoRefresh } from './head/use-auto-refresh.ts'
import { EditContext } from './stage/edit-tools.ts'
import { Stage } from './stage/Stage.tsx'
import { useFocusedPart } from './stage/use-focused-part.ts'
import { useCardsOfPage, useDashboard, useDashboardStore, useProperties } from './state/dashboard-context.ts'
import { useSteadyColors } from './state/page-colors.ts'

const OwnCss = lazyPart(async () => (await import('./stage/OwnCss.tsx')).OwnCss)

const loadEditing = () => loadCode(() => import('./edit/Editing.tsx'))
type Loaded = Awaited<ReturnType<typeof loadEditing>>

const Sheets = lazyDialog(async () => (await import('./head/Sheets.tsx')).Sheets)

const closeSheet = () => openSheet(null)

/** Scrolled by this many px the head shrinks, where enough is left below to stay scrolled. */
const shrinkAt = 24
const spare = 160

/** Undo and redo of what is being typed belong to the field. */
const keepTyping = (event: React.KeyboardEvent) => {
  const { tagName } = event.target as HTMLElement
  if (/^(INPUT|TEXTAREA)$/.test(tagName) && (event.metaKey || event.ctrlKey) && /^[zy]$/i.test(event.key)) event.stopPropagation()
}

/** The page: head, notice, stage; while editing the builder pane at the right and the bar of changes below. */
export const Dashboard = ({ onReload }: { onReload: () => void }) => {
  const store = useDashboardStore()
  const cards = useCardsOfPage()
  const [search, setSearch] = useSearchParams()
  const { hash } = useLocation()
  const { dashboard_title, css: authorCss } = useProperties()
  const mayEdit = useDashboard((state) => state.mayEdit)
  const hides = useDashboard((state) => state.hides)
  const isEditing = useDashboard((state) => state.isEditing)
  const unsaved = useDashboard((state) => isUnsaved(state.history))
  const isSheetOpen = useSheets((state) => state.open !== null)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [isShrunk, setShrunk] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const { edit, focusedChart } = readAddress(search)
  const isStored = useDashboard((state) => state.kept.id !== notStored)
  const wantsEdit = (edit || !isStored) && mayEdit

  usePageTitle(dashboard_title || untitled)
  useKeptMasks()
  useAutoRefresh()
  useSteadyColors()
  useFocusedPart({ scroller, focusedChart, anchor: decodeURIComponent(hash.slice(1)) })
  useEffect(() => store.getState().edit(wantsEdit), [store, wantsEdit])
  useEffect(() => {
    let left = false
    if (isEditing)
      loadEditing().then(
        (module) => !left && setLoaded(module),
        (fault: unknown) => {
          sayLoadFault(fault)
          store.getState().edit(false)
        },
      )
    return () => {
      left = true
    }
  }, [store, isEditing])
  useKeys([
    { keys: 'R', label: t('Refresh'), run: () => cards.refreshAll() },
    ...(mayEdit && !isEditing
      ? [
          {
            keys: 'E',
            label: t('Edit dashboard'),
            run: () => {
              store.getState().edit(true)
              setSearch((present) => withParams(present, { edit: 'true' }), { replace: true })
            },
          },
        ]
      : []),
  ])

  const onScroll = () => {
    const box = scroller.current
    if (!box) return
    const { scrollTop, scrollHeight, clientHeight } = box
    setShrunk((was) => (was ? scrollTop > 0 : scrollTop > shrinkAt && scrollHeight - clientHeight > spare))
  }
  return (
    <EditContext value={isEditing ? (loaded?.editTools ?? null) : null}>
      {authorCss && <OwnCss text={authorCss} />}
      <div className={cx(css['page'], isEditing && css['editing'], 'dashboard')} data-page onKeyDown={keepTyping}>
        <div className={css['main']}>
          <Head isShrunk={isShrunk} />
          <Notice onReload={onReload} />
          <Outdated />
          {!hides.tabs && <ActiveFilters />}
          <div ref={scroller} className={css['scroller']} onScroll={onScroll} onClick={() => store.getState().choose(null)} data-stage>
            <div className={css['stage']}>
              <Stage />
            </div>
          </div>
        </div>
        {(isEditing || unsaved) && loaded && <loaded.Editing onReload={onReload} />}
      </div>
      {isSheetOpen && <Sheets onClose={closeSheet} />}
    </EditContext>
  )
}
