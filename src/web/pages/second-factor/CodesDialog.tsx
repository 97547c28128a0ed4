import { t } from '#core/i18n/t.ts'
import { RecoveryCodes } from '../../shell/log-in/second-factor/RecoveryCodes.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'

/** Shows new recovery codes once. */
export const CodesDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => (
  <Dialog
    open
    title={t('Recovery codes')}
    closeOnPress={false}
    onClose={onClose}
    footer={
      <Button kind="primary" onClick={onClose}>
        {t('Close')}
      </Button>
    }
  >
    <RecoveryCodes codes={codes} />
  </Dialog>
)
