import { useState, type ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { dashboardUpdate } from '#api/dashboard.ts'
import { callWithEtag } from '../../../../data/call.ts'
import { errorText } from '../../../../data/call-error.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Sheet } from '../../../../ui/overlay/Sheet.tsx'
import type { Properties } from '../../data/record.ts'
import { useSaveAtOnce } from '../../state/use-save-at-once.ts'
import { mayCancel } from './may-cancel.ts'
import css from './ScopeSheet.module.css'

type Props = {
  title: string
  /** What the undo step is called. */
  description: string
  /** What has a scope, at the left. */
  list: ReactNode
  /** The scope of what is chosen. */
  children: ReactNode
  /** Whether there is something to save. */
  isChanged: boolean
  /** Whether something is lost without a save; as `isChanged` unless said. */
  isEdited?: boolean
  /** The metadata with the scopes. */
  withScopes: () => Properties['metadata']
  onClose: () => void
}

/** A sheet with scopes, which it saves at once. */
export const ScopeSheet = ({ title, description, list, children, isChanged, isEdited = isChanged, withScopes, onClose }: Props) => {
  const saveAtOnce = useSaveAtOnce()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  const cancel = async () => {
    if (await mayCancel(isEdited)) onClose()
  }
  const save = async () => {
    setBusy(true)
    setFault(null)
    const metadata = withScopes()
    try {
      await saveAtOnce({
        metadata,
        description,
        send: async (pk, headers) => {
          const body = { json_metadata: JSON.stringify(metadata) }
          const { etag } = await callWithEtag(dashboardUpdate, { params: { pk }, body }, { headers })
          return { metadata, etag }
        },
      })
      onClose()
    } catch (error) {
      setFault(errorText(error) || t('Sorry, an unknown error occurred'))
      setBusy(false)
    }
  }
  return (
    <Sheet
      open
      bare
      width={720}
      title={title}
      onClose={() => void cancel()}
      footer={
        <>
          <Button kind="quiet" onClick={() => void cancel()}>
            {t('Cancel')}
          </Button>
          <Button kind="primary" busy={isBusy} disabled={!isChanged} onClick={() => void save()}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className={css['panes']}>
        <div className={css['list']} role="group" aria-label={t('Scopes')}>
          {list}
        </div>
        <div className={css['panel']}>
          {fault !== null && (
            <p className={css['fault']} role="alert">
              {fault}
            </p>
          )}
          {children}
        </div>
      </div>
    </Sheet>
  )
}
