import { PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { t } from '#core/i18n/t.ts'
import { preloadEditors } from '../../../controls/editors.ts'
import { cx } from '../../../ui/cx.ts'
import { useFocusAtFirst } from '../../../ui/overlay/focus.ts'
import { keyText } from '../../../ui/keys/Kbd.tsx'
import { Splitter } from '../../../ui/Splitter.tsx'
import { Tooltip } from '../../../ui/overlay/Tooltip.tsx'
import { useKeys } from '../../../ui/keys/use-keys.ts'
import type { ArrangementProps } from '../ArrangedExplore.tsx'
import { ControlPanel } from '../control-panel/ControlPanel.tsx'
import { DataPane } from '../data-pane/DataPane.tsx'
import { Drawer } from '../drawer/Drawer.tsx'
import { ExploreHeader } from '../header/ExploreHeader.tsx'
import { SentenceRow } from '../picture/SentenceRow.tsx'
import { TileRow } from '../picture/TileRow.tsx'
import { useExplore } from '../state/explore-context.ts'
import css from './Panes.module.css'
import { railWidth, usePanes } from './use-panes.ts'

/** Data and controls beside the chart. The data pane collapses to a rail; in a narrow window it opens over the chart. */
export const PanedExplore = ({ picture, actions, places }: ArrangementProps) => {
  const { isTight, isDataOpen, openData, data, controls } = usePanes()
  const [wasToggled, setToggled] = useState(false)
  const toggle = (open: boolean) => {
    setToggled(true)
    openData(open)
  }
  useKeys([{ keys: 'D', label: t('Show or hide the data pane'), run: () => toggle(!isDataOpen) }])
  const isFloating = isTight && isDataOpen
  const closeByEscape = (event: KeyboardEvent) => {
    if (!isFloating || event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    toggle(false)
  }
  return (
    <div className={css['page']}>
      <ExploreHeader actions={actions} />
      <div className={css['panes']}>
        {isFloating && <div className={css['space']} style={{ width: railWidth + controls.size + 2 }} />}
        <div className={cx(css['side'], isFloating && css['floats'])} onKeyDown={closeByEscape} role="presentation">
          {isDataOpen ? (
            <>
              <div className={css['pane']} style={{ width: data.size }}>
                <DataPane onCollapse={() => toggle(false)} takesFocus={wasToggled} />
              </div>
              <Splitter label={t('Width of the data pane')} size={data.size} onResize={data.resize} bounds={data.bounds} pane="left" />
            </>
          ) : (
            <Rail onOpen={() => toggle(true)} takesFocus={wasToggled} />
          )}
          <div className={css['pane']} style={{ width: controls.size }} onPointerEnter={preloadEditors}>
            <ControlPanel tab={places.controls} onTab={places.showControls} />
          </div>
          <Splitter
            label={t('Width of the controls')}
            size={controls.size}
            onResize={controls.resize}
            bounds={controls.bounds}
            pane="left"
          />
        </div>
        <div className={css['right']} onPointerDown={() => isFloating && openData(false)}>
          <TileRow />
          <SentenceRow />
          {picture}
          <Drawer open={places.isResultsOpen} onOpen={places.openResults} tab={places.results} onTab={places.showResults} />
        </div>
      </div>
    </div>
  )
}

const Rail = ({ onOpen, takesFocus }: { onOpen: () => void; takesFocus: boolean }) => {
  const name = useExplore((state) => state.dataset.datasource_name)
  const button = useFocusAtFirst<HTMLButtonElement>(takesFocus)
  return (
    <Tooltip isName text={`${t('Open the data pane')} ${keyText('D')}`}>
      <button
        ref={button}
        type="button"
        className={css['rail']}
        style={{ width: railWidth }}
        aria-label={t('Open the data pane')}
        aria-expanded={false}
        onClick={onOpen}
      >
        <span className={css['railIcon']}>
          <PanelLeftOpen aria-hidden />
        </span>
        <span className={css['railName']}>{name}</span>
      </button>
    </Tooltip>
  )
}
