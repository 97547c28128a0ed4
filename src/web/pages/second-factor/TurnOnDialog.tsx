import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { freshProof, totpEnrollment } from '#api/bodies/sign-in/second-factor.ts'
import type { RouteResult } from '#api/declare/route.ts'
import { enrollTotpRoute, secondFactorRoute, setUpTotpRoute, type ProofKind } from '#api/second-factor.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { TextField } from '../../forms/FormField.tsx'
import { FormDialog } from '../../forms/FormFrame.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { SetupSteps } from '../../shell/log-in/second-factor/SetupSteps.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ErrorState } from '../../ui/feedback/State.tsx'
import { CodesDialog } from './CodesDialog.tsx'
import { ProofField, proofOf } from './ProofField.tsx'

type Setup = RouteResult<typeof setUpTotpRoute>

/** Sets up codes of an app, if need be after a proof that it is still the same person. */
export const TurnOnDialog = ({ proof, onClose }: { proof: ProofKind; onClose: () => void }) => {
  const [proven, setProven] = useState<Setup | null>(null)
  if (proof === 'password' && !proven) return <ProofDialog onProven={setProven} onClose={onClose} />
  return <SetUpDialog {...(proven && { proven })} onClose={onClose} />
}

const ProofDialog = ({ onProven, onClose }: { onProven: (setup: Setup) => void; onClose: () => void }) => {
  const form = useEditForm({
    start: { name: '', proof: '' },
    body: { of: ({ proof }) => ({ proof }), schema: freshProof },
    save: ({ proof }) => call(setUpTotpRoute, { body: proofOf(proof) }),
    onSaved: onProven,
    isNew: true,
  })
  return (
    <FormDialog form={form} id="fresh-proof" title={t('Set up a second factor')} action={t('Continue')} onClose={onClose}>
      <ProofField form={form} kind="password" />
    </FormDialog>
  )
}

/** Brings a secret into an app, checks its first code, and shows the recovery codes. */
const SetUpDialog = ({ proven, onClose }: { proven?: Setup; onClose: () => void }) => {
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[]>([])
  const setup = useQuery({
    queryKey: [setUpTotpRoute.path],
    queryFn: () => call(setUpTotpRoute, { body: {} }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    ...(proven && { initialData: proven }),
  })
  const form = useEditForm({
    start: { code: '' },
    body: { of: ({ code }) => ({ code, setup: setup.data?.setup }), schema: totpEnrollment },
    save: ({ code }) => call(enrollTotpRoute, { body: { code, setup: setup.data?.setup ?? '' } }),
    onSaved: async (answer) => {
      setCodes(answer.recovery_codes)
      await client.invalidateQueries({ queryKey: [secondFactorRoute.path] })
    },
    isNew: true,
  })
  if (codes.length > 0) return <CodesDialog codes={codes} onClose={onClose} />
  return (
    <FormDialog
      form={form}
      id="second-factor"
      title={t('Set up a second factor')}
      action={t('Turn on')}
      disabled={!setup.data}
      onClose={onClose}
    >
      {setup.isError ? (
        <ErrorState title={t('The second factor could not be loaded')} text={errorText(setup.error)} onRetry={() => void setup.refetch()} />
      ) : setup.data ? (
        <SetupSteps uri={setup.data.uri} secret={setup.data.secret} />
      ) : (
        <Skeleton width="100%" />
      )}
      <TextField form={form} name="code" label={t('Code')} hint={t('Six digits from your app')} autoComplete="one-time-code" required />
    </FormDialog>
  )
}
