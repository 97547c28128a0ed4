import { useState } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { RouteOptions } from '#api/declare/route.ts'
import { t } from '#core/i18n/t.ts'
import { lazyDialog } from '../../../lazy/lazy-part.tsx'
import { Button } from '../../../ui/button/Button.tsx'

const ImportDialog = lazyDialog(async () => (await import('./ImportDialog.tsx')).ImportDialog)

type Props = { route: RouteOptions; noun: string; refresh: (client: QueryClient) => Promise<void> }

/** Opens the import of exported objects. */
export const ImportButton = ({ route, noun, refresh }: Props) => {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('Import')}</Button>
      {isOpen && <ImportDialog route={route} noun={noun} onImported={() => void refresh(client)} onClose={() => setOpen(false)} />}
    </>
  )
}
