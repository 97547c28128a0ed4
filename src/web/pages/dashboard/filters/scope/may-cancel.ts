import { t } from '#core/i18n/t.ts'
import { confirm } from '../../../../ui/overlay/confirm.ts'

/** Asks before changes that are not saved are thrown away. */
export const mayCancel = async (isChanged: boolean): Promise<boolean> =>
  !isChanged ||
  confirm({
    title: t('There are unsaved changes.'),
    text: t('Are you sure you want to cancel?'),
    action: t('Yes, cancel'),
    stay: t('Keep editing'),
    danger: true,
  })
