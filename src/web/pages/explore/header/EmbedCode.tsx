import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../data/call-error.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { copyAndSay } from '../../../ui/button/copy-and-say.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Field } from '../../../ui/text/Field.tsx'
import { TextInput } from '../../../ui/text/TextInput.tsx'
import { useExploreStore } from '../state/explore-context.ts'
import { embedCode } from './embed-code.ts'
import css from './EmbedCode.module.css'
import { createPermalink } from './share.ts'

/** The HTML that shows the chart, as it is now, in another page. */
export const EmbedCode = ({ search, onClose }: { search: URLSearchParams; onClose: () => void }) => {
  const store = useExploreStore()
  const [form] = useState(() => store.getState().form())
  const [width, setWidth] = useState('600')
  const [height, setHeight] = useState('400')
  const link = useQuery({
    queryKey: ['embed', form, String(search)],
    gcTime: 0,
    retry: false,
    queryFn: () => createPermalink(form, search),
  })
  const code = link.data === undefined ? '' : embedCode(link.data, { width, height })
  const copy = async () => {
    if (await copyAndSay(code)) onClose()
  }
  return (
    <Dialog
      open
      title={t('Embed code')}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button kind="primary" disabled={code === ''} busy={link.isPending} onClick={() => void copy()}>
            {t('Copy to clipboard')}
          </Button>
        </>
      }
    >
      <div className={css['form']}>
        <div className={css['sizes']}>
          <Field label={t('Chart width')}>
            <TextInput value={width} inputMode="numeric" onValue={setWidth} />
          </Field>
          <Field label={t('Chart height')}>
            <TextInput value={height} inputMode="numeric" onValue={setHeight} />
          </Field>
        </div>
        {link.isError ? (
          <p role="alert">{t('Could not create a link: %(reason)s', { reason: errorText(link.error) })}</p>
        ) : (
          <textarea
            className={css['code']}
            aria-label={t('Embed code')}
            readOnly
            rows={5}
            value={code}
            onFocus={({ target }) => target.select()}
          />
        )}
      </div>
    </Dialog>
  )
}
