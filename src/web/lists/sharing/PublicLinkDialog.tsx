import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { publicLinkCreate, publicLinkDelete, type PublicLink, type SharedKind } from '#api/public-link.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ErrorState } from '../../ui/feedback/State.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Verbatim } from '../../ui/text/Verbatim.tsx'
import { ago } from '../time/ago.ts'
import css from './PublicLinkDialog.module.css'
import { publicLinksQuery } from './public-links.ts'

type Shared = { kind: SharedKind; id: number }

/** Creates, shows and revokes the public link of a dashboard or a chart. */
export const PublicLinkDialog = ({ kind, id, onClose }: Shared & { onClose: () => void }) => {
  const client = useQueryClient()
  const links = useQuery(publicLinksQuery)
  const link = links.data?.result.find((one) => one.kind === kind && one.id === id)
  const onSettled = () => client.invalidateQueries({ queryKey: publicLinksQuery.queryKey })
  const make = useMutation({ mutationFn: () => call(publicLinkCreate, { body: { kind, id } }), onSettled })
  const end = useMutation({
    mutationFn: () => call(publicLinkDelete, { params: { kind, pk: id } }),
    onSuccess: () => say(t('The public link no longer works'), { kind: 'good' }),
    onSettled,
  })
  const fault = make.error ?? end.error
  const body = () => {
    if (links.isError)
      return <ErrorState title={t('It could not be loaded')} text={errorText(links.error)} onRetry={() => void links.refetch()} />
    if (!links.data) return <Skeleton height={96} />
    return (
      <>
        <p>{introOf(kind)}</p>
        {link && <Link link={link} />}
        {fault && <p role="alert">{errorText(fault)}</p>}
      </>
    )
  }
  return (
    <Dialog
      open
      title={t('Share with anyone')}
      onClose={onClose}
      footer={
        link ? (
          <>
            <Button kind="danger" busy={end.isPending} onClick={() => end.mutate()}>
              {t('End the link')}
            </Button>
            <Button onClick={onClose}>{t('Close')}</Button>
          </>
        ) : (
          <>
            <Button kind="quiet" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button kind="primary" busy={make.isPending} disabled={!links.data} onClick={() => make.mutate()}>
              {t('Create a link')}
            </Button>
          </>
        )
      }
    >
      <div className={css['parts']}>{body()}</div>
    </Dialog>
  )
}

const introOf = (kind: SharedKind): string =>
  kind === 'dashboard'
    ? t(
        'Anyone who has the link can view this dashboard without an account: its charts and filters, with the data that they show. The rights and rules of the role Public apply.',
      )
    : t(
        'Anyone who has the link can view this chart without an account, with the data that it shows. The rights and rules of the role Public apply.',
      )

const Link = ({ link: { url, created_by: by, created_on: on } }: { link: PublicLink }) => {
  const time = ago(on)
  return (
    <>
      <Verbatim text={url} label={t('Copy link')} />
      <p className={css['note']}>{by ? t('Shared by %(name)s, %(ago)s', { name: by, ago: time }) : t('Shared %(ago)s', { ago: time })}</p>
    </>
  )
}
