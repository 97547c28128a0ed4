import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import { usePageTitle } from '../../window/use-page-title.ts'
import { useTheme, type ThemeChoice } from '../../theme/theme.ts'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { Actions } from './Actions.tsx'
import { ChartControls } from './ChartControls.tsx'
import { Choices } from './Choices.tsx'
import { Inputs } from './Inputs.tsx'
import { Large } from './Large.tsx'
import { Overlays } from './Overlays.tsx'
import { States } from './States.tsx'
import { Cards, Tables } from './Tables.tsx'
import css from './WidgetsPage.module.css'

const themes: { key: ThemeChoice; label: string }[] = [
  { key: 'light', label: 'Light' },
  { key: 'dark', label: 'Dark' },
  { key: 'system', label: 'System' },
]

const sections: Readonly<Record<string, ComponentType>> = {
  Actions,
  Inputs,
  Choices,
  ChartControls,
  Large,
  Overlays,
  Tables,
  Cards,
  States,
}

/** Every widget in every state, for developers; with `?only=Tables` some of them. English only. */
const WidgetsPage = () => {
  usePageTitle('Widgets')
  const { choice, choose } = useTheme()
  const [search] = useSearchParams()
  const only = search.getAll('only')
  return (
    <div className={css['page']}>
      <header className={css['head']}>
        <h1>Widgets</h1>
        <Segmented label="Theme" options={themes} value={choice} onChange={choose} />
      </header>
      {Object.entries(sections).map(([name, Part]) => (only.length === 0 || only.includes(name)) && <Part key={name} />)}
    </div>
  )
}

export default WidgetsPage
