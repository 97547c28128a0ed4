import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { savedDrillForm } from '#core/query/drill/inherited-filters.ts'
import type { FormData } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../data/call-error.ts'
import { paths } from '../../../data/paths.ts'
import { markChanged } from '../../../data/resources.ts'
import { createChart } from '../../../frame/data/save-chart.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Field } from '../../../ui/text/Field.tsx'
import { TextInput } from '../../../ui/text/TextInput.tsx'

type Props = { name: string; form: FormData; onClose: () => void }

/** Saves what a drill shows as a chart of its own. */
export const SaveDrilled = ({ name: suggested, form, onClose }: Props) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState(suggested)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const save = async () => {
    setBusy(true)
    try {
      const { id } = await createChart(name.trim(), savedDrillForm(form), [])
      await markChanged(client, { kind: 'chart', id })
      say(t('Chart “%(name)s” was saved.', { name: name.trim() }), {
        kind: 'good',
        action: { label: t('Open'), run: () => void navigate(paths.chart(id)) },
      })
      onClose()
    } catch (error) {
      setFault(errorText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={t('Save as chart')}
      onClose={onClose}
      closeOnPress={false}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button kind="primary" busy={isBusy} disabled={!name.trim()} onClick={() => void save()}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim()) void save()
        }}
      >
        <Field label={t('Chart name')} error={fault ?? undefined}>
          <TextInput value={name} autoFocus onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
