import { EllipsisVertical } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { lazyMenu } from '../../../lazy/lazy-part.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { useMenuTrigger } from '../../../ui/overlay/use-menu-trigger.ts'

const loadList = async () => (await import('./DatasetMenuList.tsx')).DatasetMenuList
const DatasetMenuList = lazyMenu(loadList)

/** Loads the list before it opens, so that it opens at once and also offline. */
const preloadList = () => void loadList().catch(() => undefined)

/** The button of the actions on the dataset of the chart. */
export const DatasetMenu = () => {
  const { isOpen, wasOpened, anchor, close, lose, trigger } = useMenuTrigger()
  return (
    <>
      <IconButton
        dense
        label={t('Dataset menu')}
        icon={<EllipsisVertical />}
        onPointerEnter={preloadList}
        onFocus={preloadList}
        {...trigger}
      />
      {wasOpened && <DatasetMenuList isOpen={isOpen} anchor={anchor} onClose={close} onLost={lose} />}
    </>
  )
}
