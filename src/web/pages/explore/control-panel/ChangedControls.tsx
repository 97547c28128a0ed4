import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { lazyPart } from '../../../lazy/lazy-part.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { Popover } from '../../../ui/overlay/Popover.tsx'
import { useChanges } from '../state/use-changes.ts'

const ChangeList = lazyPart(async () => (await import('./ChangeList.tsx')).ChangeList)

/** The number of changed controls; opens the list of changes. */
export const ChangedControls = () => {
  const { changes } = useChanges()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  if (changes === 0) return null
  return (
    <>
      <Button ref={setAnchor} kind="link" aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('%(count)s changed', { count: changes })}
      </Button>
      <Popover open={isOpen} onClose={() => setOpen(false)} anchor={anchor} label={t('Changed controls')} align="end" width={344}>
        <ChangeList onDone={() => setOpen(false)} />
      </Popover>
    </>
  )
}
