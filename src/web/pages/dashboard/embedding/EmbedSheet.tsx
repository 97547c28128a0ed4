import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { embeddedCreate, embeddedDelete, embeddedGet } from '#api/embedded.ts'
import { t } from '#core/i18n/t.ts'
import { basePath } from '../../../data/base-path.ts'
import { call } from '../../../data/call.ts'
import { CallError, errorText } from '../../../data/call-error.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Picker } from '../../../ui/choice/Picker.tsx'
import { Tabs } from '../../../ui/choice/Tabs.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { ErrorState } from '../../../ui/feedback/State.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { Sheet } from '../../../ui/overlay/Sheet.tsx'
import { Field } from '../../../ui/text/Field.tsx'
import { TextInput } from '../../../ui/text/TextInput.tsx'
import { Verbatim } from '../../../ui/text/Verbatim.tsx'
import { useDashboard } from '../state/dashboard-context.ts'
import { codeFor, exampleDomain, type Stack } from './embed-code.ts'
import { EmbedPreview } from './EmbedPreview.tsx'
import css from './EmbedSheet.module.css'
import { RefusalCheck } from './RefusalCheck.tsx'

type Embedding = { uuid: string; allowed_domains: string[] }

const splitDomains = (text: string): string[] => text.split(/[\s,]+/).filter((domain) => domain !== '')

/** Whether and where a dashboard may be embedded, the code for it, and what is wrong when it does not work. */
export const EmbedSheet = ({ onClose }: { onClose: () => void }) => {
  const idOrName = String(useDashboard((state) => state.serverFields.id))
  const queryKey = ['embedding', idOrName]
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    retry: false,
    queryFn: async ({ signal }): Promise<Embedding | null> => {
      try {
        return (await call(embeddedGet, { params: { idOrName } }, { signal })).result
      } catch (fault) {
        if (fault instanceof CallError && fault.status === 404) return null
        throw fault
      }
    },
  })
  return (
    <Sheet open title={t('Embed dashboard')} onClose={onClose} width={560}>
      {isPending ? (
        <Skeleton height={160} />
      ) : error ? (
        <ErrorState title={t('The settings could not be loaded')} text={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <Settings key={data?.uuid} idOrName={idOrName} embedding={data} queryKey={queryKey} />
      )}
    </Sheet>
  )
}

type SettingsProps = { idOrName: string; embedding: Embedding | null; queryKey: string[] }

const useEmbedding = ({ idOrName, queryKey }: SettingsProps) => {
  const client = useQueryClient()
  const params = { idOrName }
  const save = useMutation({
    mutationFn: async (allowed_domains: string[]) => (await call(embeddedCreate, { params, body: { allowed_domains } })).result,
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved)
      say(t('Saved'), { kind: 'good' })
    },
  })
  const end = useMutation({
    mutationFn: () => call(embeddedDelete, { params }),
    onSuccess: () => {
      client.setQueryData(queryKey, null)
      say(t('The dashboard can no longer be embedded'), { kind: 'good' })
    },
  })
  return { save, end }
}

const Settings = (props: SettingsProps) => {
  const { embedding, idOrName } = props
  const [domains, setDomains] = useState(embedding?.allowed_domains.join(', ') ?? '')
  const { save, end } = useEmbedding(props)
  const fault = save.error ?? end.error
  return (
    <div className={css['parts']}>
      <p className={css['lead']}>
        {embedding
          ? t('This dashboard can be embedded. Its viewers need no account: your server gives each of them a token.')
          : t('Show this dashboard inside your own site or product. Its viewers need no account: your server gives each of them a token.')}
      </p>
      <Field
        label={t('Allowed domains (comma separated)')}
        hint={t('Sites that may embed it, such as https://app.example.org or *.example.org. If it is empty, every site may.')}
        error={fault ? errorText(fault) : undefined}
      >
        <TextInput value={domains} onValue={setDomains} placeholder={exampleDomain} spellCheck={false} />
      </Field>
      <div className={css['actions']}>
        <Button kind="primary" busy={save.isPending} onClick={() => save.mutate(splitDomains(domains))}>
          {embedding ? t('Save changes') : t('Enable embedding')}
        </Button>
        {embedding && (
          <Button busy={end.isPending} onClick={() => end.mutate()}>
            {t('Deactivate')}
          </Button>
        )}
      </div>
      {embedding && (
        <>
          <Embed uuid={embedding.uuid} />
          <RefusalCheck idOrName={idOrName} />
        </>
      )}
    </div>
  )
}

const whole = 0

/** The code and a preview, of the dashboard or of one of its charts. */
const Embed = ({ uuid }: { uuid: string }) => {
  const charts = useDashboard((state) => state.charts)
  const [chosen, setChosen] = useState(whole)
  const chart = chosen === whole ? null : chosen
  return (
    <>
      <section className={css['part']}>
        <h3>{t('Code to paste')}</h3>
        <Field label={t('What to embed')}>
          <Picker<number>
            label={t('What to embed')}
            options={[
              { value: whole, label: t('The whole dashboard') },
              ...Object.values(charts).map(({ id, slice_name }) => ({ value: id, label: slice_name })),
            ]}
            value={chosen}
            onChange={setChosen}
          />
        </Field>
        <Code uuid={uuid} chart={chart} />
      </section>
      <EmbedPreview uuid={uuid} chart={chart} />
    </>
  )
}

const Code = ({ uuid, chart }: { uuid: string; chart: number | null }) => {
  const [stack, setStack] = useState<Stack>('html')
  const url = window.location.origin + basePath()
  return (
    <>
      <Tabs<Stack>
        label={t('Code to paste')}
        value={stack}
        onChange={setStack}
        tabs={[
          { key: 'html', label: 'HTML' },
          { key: 'react', label: 'React' },
          { key: 'vue', label: 'Vue' },
          { key: 'server', label: t('Server (Node)') },
        ]}
      />
      <Verbatim text={codeFor[stack]({ url, id: uuid, chart })} label={t('Copy to clipboard')} />
    </>
  )
}
