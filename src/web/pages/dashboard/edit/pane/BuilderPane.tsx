import { PanelRightClose, PanelRightOpen } from 'lucide-react'
import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { IconButton } from '../../../../ui/button/IconButton.tsx'
import { Tabs } from '../../../../ui/choice/Tabs.tsx'
import { useMedia } from '../../../../ui/use-media.ts'
import { ChartsPane } from './ChartsPane.tsx'
import { Elements } from './Elements.tsx'
import css from './Pane.module.css'

type PaneTab = 'charts' | 'elements'

/** Charts and layout elements to drag onto the stage, or to add with Enter. Closed at first where it would take half of the window. */
export const BuilderPane = () => {
  const isTablet = useMedia('tablet')
  const [isOpen, setOpen] = useState(!isTablet)
  const [tab, setTab] = useState<PaneTab>('charts')
  if (!isOpen)
    return (
      <aside className={css['closed']} aria-label={t('Builder')}>
        <IconButton label={t('Show the builder')} icon={<PanelRightOpen />} onClick={() => setOpen(true)} />
      </aside>
    )
  return (
    <aside className={css['pane']} aria-label={t('Builder')} data-pane>
      <header className={css['head']}>
        <Tabs
          label={t('What to add')}
          tabs={[
            { key: 'charts', label: t('Charts') },
            { key: 'elements', label: t('Layout elements') },
          ]}
          value={tab}
          onChange={setTab}
        />
        <IconButton label={t('Hide the builder')} icon={<PanelRightClose />} onClick={() => setOpen(false)} />
      </header>
      {tab === 'charts' ? (
        <>
          <ChartsPane />
          <footer className={css['foot']}>
            <h3 className={css['footHead']}>{t('Layout')}</h3>
            <Elements dense />
          </footer>
        </>
      ) : (
        <div className={css['body']}>
          <Elements />
        </div>
      )}
    </aside>
  )
}
