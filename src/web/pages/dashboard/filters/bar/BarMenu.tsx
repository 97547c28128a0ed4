import { Crosshair, Funnel, Settings } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { IconButton } from '../../../../ui/button/IconButton.tsx'
import { Menu } from '../../../../ui/overlay/Menu.tsx'
import { useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { useBarSettings } from './use-bar-settings.ts'

/** The settings of the filter bar, for people who may edit the dashboard. */
export const BarMenu = () => {
  const canEdit = useDashboard((state) => state.canEdit)
  return canEdit ? <SettingsMenu /> : null
}

const SettingsMenu = () => {
  const store = useDashboardStore()
  const { orientation, setOrientation, hasCrossFilters, setCrossFilters, isSticky, setSticky } = useBarSettings()
  return (
    <Menu
      label={t('Settings of the filter bar')}
      entries={[
        { key: 'filters', label: t('Add and edit filters'), icon: <Funnel />, onSelect: () => store.getState().set({ dialog: 'filters' }) },
        {
          key: 'cross-filters',
          label: t('Enable cross-filtering'),
          checked: hasCrossFilters,
          onSelect: () => void setCrossFilters(!hasCrossFilters),
        },
        {
          key: 'sticky',
          label: t('Remember each person’s values'),
          checked: isSticky,
          onSelect: () => void setSticky(!isSticky),
        },
        {
          key: 'scoping',
          label: t('Cross-filtering scoping'),
          icon: <Crosshair />,
          onSelect: () => store.getState().set({ dialog: 'scoping' }),
        },
        'divider',
        { heading: t('Orientation of filter bar') },
        {
          key: 'vertical',
          label: t('Vertical (Left)'),
          checked: orientation === 'VERTICAL',
          onSelect: () => void setOrientation('VERTICAL'),
        },
        {
          key: 'horizontal',
          label: t('Horizontal (Top)'),
          checked: orientation === 'HORIZONTAL',
          onSelect: () => void setOrientation('HORIZONTAL'),
        },
      ]}
    >
      <IconButton label={t('Settings of the filter bar')} icon={<Settings />} />
    </Menu>
  )
}
