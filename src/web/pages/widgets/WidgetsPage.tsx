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

/** Every widget in every state, for developers. English only. */
const WidgetsPage = () => {
  usePageTitle('Widgets')
  const { choice, choose } = useTheme()
  return (
    <div className={css['page']}>
      <header className={css['head']}>
        <h1>Widgets</h1>
        <Segmented label="Theme" options={themes} value={choice} onChange={choose} />
      </header>
      <Actions />
      <Inputs />
      <Choices />
      <ChartControls />
      <Large />
      <Overlays />
      <Tables />
      <Cards />
      <States />
    </div>
  )
}

export default WidgetsPage
