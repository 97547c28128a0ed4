import { ArrowLeftRight, List } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ComponentProps } from 'react'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../../data/paths.ts'
import { Menu } from '../../../ui/Menu.tsx'

const SwapDataset = lazy(async () => ({ default: (await import('./SwapDataset.tsx')).SwapDataset }))

/** What can be done with the dataset of the chart. */
export const DatasetMenu = ({ children }: Pick<ComponentProps<typeof Menu>, 'children'>) => {
  const [swapping, setSwapping] = useState(false)
  return (
    <>
      <Menu
        label={t('Dataset menu')}
        placement="bottom-end"
        entries={[
          { key: 'swap', label: t('Swap dataset'), icon: <ArrowLeftRight />, onSelect: () => setSwapping(true) },
          'divider',
          { key: 'all', label: t('All datasets'), icon: <List />, to: paths.datasets },
        ]}
      >
        {children}
      </Menu>
      <Suspense>{swapping && <SwapDataset onClose={() => setSwapping(false)} />}</Suspense>
    </>
  )
}
