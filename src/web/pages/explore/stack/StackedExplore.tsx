import { ChevronLeft, Share } from 'lucide-react'
import { Link } from 'react-router'
import { msg, t } from '#core/i18n/t.ts'
import { paths } from '../../../data/paths.ts'
import { useHideBarOnPhone } from '../../../window/frame.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Tabs } from '../../../ui/choice/Tabs.tsx'
import type { ArrangementProps } from '../ArrangedExplore.tsx'
import { ChangedControls } from '../control-panel/ChangedControls.tsx'
import { ControlSections } from '../control-panel/ControlSections.tsx'
import { UpdateButton, useIsWaiting } from '../control-panel/UpdateButton.tsx'
import { DataPane } from '../data-pane/DataPane.tsx'
import { drawerNames, Results, useDrawerTabs } from '../drawer/Drawer.tsx'
import { ChartTitle, MoreMenu, SaveState, ShareMenu, UndoButton } from '../header/parts.tsx'
import { SentenceRow } from '../picture/SentenceRow.tsx'
import { TileRow } from '../picture/TileRow.tsx'
import css from './Stack.module.css'

const tabs = { data: msg('Data'), customize: msg('Customize'), fields: msg('Fields'), ...drawerNames }
type StackTab = keyof typeof tabs

/** Layout for phones: the chart on top, one part at a time below it, actions at the bottom. */
export const StackedExplore = ({ picture, actions, places }: ArrangementProps) => {
  const waits = useIsWaiting()
  const drawerTabs = useDrawerTabs()
  useHideBarOnPhone()
  const { single, controls, results } = places
  const value: StackTab = single === 'controls' ? controls : single === 'results' ? results : 'fields'
  const show = (tab: StackTab) => {
    if (tab === 'fields') places.showFields()
    else if (tab === 'data' || tab === 'customize') places.showControls(tab)
    else places.showResults(tab)
  }
  return (
    <div className={css['stack']}>
      <header className={css['head']}>
        <Link to={paths.charts} aria-label={t('Charts')} className={css['back']}>
          <ChevronLeft />
        </Link>
        <div className={css['name']}>
          <ChartTitle actions={actions} />
        </div>
        <SaveState isShort />
        <MoreMenu actions={actions} />
      </header>
      <TileRow />
      <SentenceRow />
      <div className={css['picture']}>{picture}</div>
      <div className={css['tabRow']}>
        <Tabs
          label={t('Parts')}
          tabs={(['data', 'customize', 'fields', ...drawerTabs] as const).map((key) => ({ key, label: t(tabs[key]) }))}
          value={value}
          onChange={show}
        />
        <ChangedControls />
      </div>
      <div className={single === 'results' ? css['results'] : css['part']}>
        {single === 'controls' && <ControlSections tab={controls} />}
        {single === 'fields' && <DataPane />}
        {single === 'results' && <Results tab={results} isOpen />}
      </div>
      <footer className={css['foot']}>
        <UndoButton bordered />
        <ShareMenu actions={actions}>
          <IconButton bordered label={t('Share')} icon={<Share />} />
        </ShareMenu>
        {waits && <UpdateButton />}
        {actions.canCreate && (
          <Button kind={waits ? 'default' : 'primary'} busy={actions.isSaving} onClick={actions.save}>
            {t('Save')}
          </Button>
        )}
      </footer>
    </div>
  )
}
