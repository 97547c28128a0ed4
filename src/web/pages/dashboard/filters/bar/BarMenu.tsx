import { Crosshair, Funnel, Settings } from 'lucide-react'
import type { FeatureFlag } from '#core/access/feature-flags.ts'
import { t } from '#core/i18n/t.ts'
import { hasFeature } from '../../../../data/feature-flags.ts'
import { IconButton } from '../../../../ui/button/IconButton.tsx'
import { Menu, type MenuEntry } from '../../../../ui/overlay/Menu.tsx'
import { useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { useBarSettings } from './use-bar-settings.ts'

/** The settings of the filter bar, for people who may edit the dashboard. */
export const BarMenu = () => {
  const canEdit = useDashboard((state) => state.canEdit)
  return canEdit ? <SettingsMenu /> : null
}

const offered = (flag: FeatureFlag, ...entries: MenuEntry[]): MenuEntry[] => (hasFeature(flag) ? entries : [])

const SettingsMenu = () => {
  const store = useDashboardStore()
  const { orientation, setOrientation, hasCrossFilters, setCrossFilters, isSticky, setSticky } = useBarSettings()
  return (
    <Menu
      label={t('Settings of the filter bar')}
      entries={[
        ...offered('DASHBOARD_NATIVE_FILTERS', {
          key: 'filters',
          label: t('Add and edit filters'),
          icon: <Funnel />,
          onSelect: () => store.getState().set({ dialog: 'filters' }),
        }),
        ...offered('DASHBOARD_CROSS_FILTERS', {
          key: 'cross-filters',
          label: t('Enable cross-filtering'),
          checked: hasCrossFilters,
          onSelect: () => void setCrossFilters(!hasCrossFilters),
        }),
        ...offered('DASHBOARD_NATIVE_FILTERS', {
          key: 'sticky',
          label: t('Remember each person’s values'),
          checked: isSticky,
          onSelect: () => void setSticky(!isSticky),
        }),
        ...offered('DASHBOARD_CROSS_FILTERS', {
          key: 'scoping',
          label: t('Cross-filtering scoping'),
          icon: <Crosshair />,
          onSelect: () => store.getState().set({ dialog: 'scoping' }),
        }),
        ...offered(
          'HORIZONTAL_FILTER_BAR',
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
        ),
      ]}
    >
      <IconButton label={t('Settings of the filter bar')} icon={<Settings />} />
    </Menu>
  )
}
