import { CircleCheck, CircleDashed, Ellipsis, Maximize2, Minimize2, Pencil, RefreshCw, Share, Square } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { use, useLayoutEffect, useRef, type ReactNode } from 'react'
import { fullName } from '#core/format/full-name.ts'
import { topTabs } from '#core/layout/tree.ts'
import { t } from '#core/i18n/t.ts'
import { usePublicIds } from '../../../lists/sharing/public-links.ts'
import { ago } from '../../../lists/time/ago.ts'
import { lazyMenu, lazyPart } from '../../../lazy/lazy-part.tsx'
import { loadCode, reportLoadFault } from '../../../lazy/load-fault.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { CertifiedMark } from '../../../ui/marks/CertifiedMark.tsx'
import { useMenuTrigger } from '../../../ui/overlay/use-menu-trigger.ts'
import { Tooltip } from '../../../ui/overlay/Tooltip.tsx'
import { unsavedId } from '../data/record.ts'
import { untitled } from '../data/record.ts'
import { EditContext } from '../stage/edit-tools.ts'
import { TabList } from '../stage/TabList.tsx'
import { useCards, useCardsOfPage, useDashboard, useDashboardStore, useLayout, useProperties } from '../state/dashboard-context.ts'
import { DashboardStar } from './DashboardStar.tsx'
import css from './Head.module.css'
import { refreshAll } from './refresh/refresh-all.ts'
import { useDashboardActions } from './use-dashboard-actions.ts'
import { useTick } from './use-tick.ts'

const DashboardMenu = lazyMenu(async () => (await import('./menu/DashboardMenu.tsx')).DashboardMenu)

const PublicMark = lazyPart(async () => (await import('./PublicMark.tsx')).PublicMark)

type HeadMenuProps = { which: 'share' | 'more'; children: (trigger: ReturnType<typeof useMenuTrigger>['trigger']) => ReactNode }

/** A button whose menu is loaded when it first opens. */
const HeadMenu = ({ which, children }: HeadMenuProps) => {
  const { isOpen, wasOpened, anchor, close, lose, trigger } = useMenuTrigger()
  return (
    <>
      {children(trigger)}
      {wasOpened && <DashboardMenu {...{ which, isOpen, anchor }} onClose={close} onLost={lose} />}
    </>
  )
}

/** Name, state, actions and tabs of the dashboard; shrinks when the page is scrolled. */
export const Head = ({ isShrunk }: { isShrunk: boolean }) => {
  const tabs = useLayout((layout) => topTabs(layout)?.id)
  const hiddenParts = useDashboard((state) => state.hiddenParts)
  const tools = use(EditContext)
  if (hiddenParts.title && (hiddenParts.tabs || !tabs)) return null
  return (
    <header className={cx(css['head'], isShrunk && css['shrunk'])} data-shrunk={isShrunk}>
      {!hiddenParts.title && <TitleRow />}
      {tabs && !hiddenParts.tabs && <TabList id={tabs} className={css['strip']} />}
      {tools && <tools.RootZone />}
    </header>
  )
}

/** The button that edits; it takes the focus that the head of editing had when that ends. */
const useEditButton = (isEditing: boolean) => {
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(isEditing)
  useLayoutEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return button
}

const TitleRow = () => {
  const id = useDashboard((state) => state.serverFields.id)
  const { dashboard_title, certified_by, certification_details } = useProperties()
  const tools = use(EditContext)
  const actions = useDashboardActions()
  const editButton = useEditButton(tools !== null)
  const title = dashboard_title || untitled
  const { isFullScreen, canShare, canEdit } = actions
  return (
    <div className={css['row']}>
      {tools ? (
        <h1 className={cx(css['title'], css['typed'])}>
          <tools.DashboardTitle />
        </h1>
      ) : (
        <h1 className={cx(css['title'], 'dashboard-title')} title={title}>
          {title}
        </h1>
      )}
      {certified_by && <CertifiedMark by={certified_by} details={certification_details} />}
      {id !== unsavedId && <DashboardStar id={id} name={title} />}
      {tools ? <tools.EditState /> : <ReadState />}
      <div className={css['actions']}>
        {tools ? (
          <tools.EditActions onProperties={actions.openProperties} onView={actions.leaveEdit} />
        ) : (
          <>
            <RefreshButton />
            <IconButton
              className={css['wide']}
              label={isFullScreen ? t('Exit fullscreen') : t('Enter fullscreen')}
              icon={isFullScreen ? <Minimize2 /> : <Maximize2 />}
              onClick={actions.toggleFullScreen}
            />
            {canShare && (
              <HeadMenu which="share">
                {(trigger) => (
                  <Button {...trigger} icon={<Share />} className={css['wide'] ?? ''}>
                    {t('Share')}
                  </Button>
                )}
              </HeadMenu>
            )}
            {canEdit && (
              <Button ref={editButton} icon={<Pencil />} className={css['wide'] ?? ''} onClick={actions.edit}>
                {t('Edit')}
              </Button>
            )}
          </>
        )}
        <HeadMenu which="more">{(trigger) => <IconButton {...trigger} label={t('More')} icon={<Ellipsis />} />}</HeadMenu>
      </div>
    </div>
  )
}

/** Published or draft, last change, age of the data, and progress of a refresh. What comes with the data is last, so that it moves nothing. */
const ReadState = () => {
  const published = useDashboard((state) => state.serverFields.published)
  const isPublic = usePublicIds('dashboard').has(useDashboard((state) => state.serverFields.id))
  const canEdit = useDashboard((state) => state.canEdit && state.serverFields.id !== unsavedId)
  const store = useDashboardStore()
  const client = useQueryClient()
  const toggle = () =>
    loadCode(() => import('./publish/publish.ts')).then(({ publish }) => publish(!published, { store, client }), reportLoadFault)
  const face = published ? (
    <>
      <CircleCheck className={css['good']} aria-hidden />
      {t('Published')}
    </>
  ) : (
    <>
      <CircleDashed aria-hidden />
      {t('Draft')}
    </>
  )
  return (
    <div className={cx(css['state'], css['facts'], css['wide'])}>
      {canEdit ? (
        <Tooltip text={published ? t('Click to hide it from the list of others') : t('Click to publish it')}>
          <button type="button" className={css['published']} onClick={() => void toggle()}>
            {face}
          </button>
        </Tooltip>
      ) : (
        <span className={css['published']}>{face}</span>
      )}
      {canEdit && isPublic && <PublicMark />}
      <LastChange />
      <DataAge />
    </div>
  )
}

const DataAge = () => {
  const refreshing = useCards((state) => state.refreshing)
  const done = useCards((state) => state.refreshing?.filter((id) => state.statuses[id]?.status !== 'loading').length ?? 0)
  const dataAt = useCards((state) =>
    Object.values(state.statuses).reduce<number | null>(
      (oldest, { dataAt: at }) => (at !== null && (oldest === null || at < oldest) ? at : oldest),
      null,
    ),
  )
  useTick()
  const text = refreshing
    ? t('Refreshing, %(done)s of %(all)s done', { done, all: refreshing.length })
    : dataAt === null
      ? ''
      : t('Data from %(ago)s', { ago: ago(new Date(dataAt).toISOString()) })
  if (!text) return null
  return (
    <span role="status" className={css['age']}>
      {text}
    </span>
  )
}

/** When the dashboard was last changed; the tooltip says by whom, and who owns it. */
const LastChange = () => {
  const { changed_on_utc, changed_by } = useDashboard((state) => state.serverFields)
  const { owners } = useProperties()
  if (!changed_on_utc) return null
  const who = changed_by && fullName(changed_by)
  const details = [
    who && t('Last changed by %s', [who]),
    owners.length > 0 && t('Owners: %s', [owners.map(({ name }) => name).join(', ')]),
  ].filter(Boolean)
  return (
    <Tooltip text={details.join('\n')}>
      <span className={cx(css['age'], css['lastChange'])} tabIndex={0} role="note">
        {t('Changed %(ago)s', { ago: ago(changed_on_utc) })}
      </span>
    </Tooltip>
  )
}

const RefreshButton = () => {
  const cards = useCardsOfPage()
  const isRunning = useCards((state) => state.refreshing !== null)
  const label = t('Refresh dashboard')
  // One button, so that it keeps the focus.
  return (
    <Tooltip isName text={isRunning ? undefined : `${label} R`}>
      <Button
        {...(isRunning
          ? { icon: <Square />, onClick: cards.stopAll }
          : {
              kind: 'quiet' as const,
              className: css['refresh'] ?? '',
              'aria-label': label,
              icon: <RefreshCw />,
              onClick: () => refreshAll(cards),
            })}
      >
        {isRunning && t('Stop')}
      </Button>
    </Tooltip>
  )
}
