import { useState } from 'react'
import { isFilterSetOf, type FilterSet } from '#core/filters/sets/filter-set.ts'
import { chosenMasks } from '#core/filters/values/pending-masks.ts'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../../data/call-error.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Checkbox } from '../../../../ui/choice/Checkbox.tsx'
import { Field } from '../../../../ui/text/Field.tsx'
import { TextInput } from '../../../../ui/text/TextInput.tsx'
import { useDashboard } from '../../state/dashboard-context.ts'
import { useFilterSetCalls, type SetDraft } from './use-filter-sets.ts'
import css from './FilterSets.module.css'

type Props = {
  /** The set that is edited; a new one without it. */
  set?: FilterSet
  sets: readonly FilterSet[]
  onDone: () => void
}

/** Names a set of the values that are chosen now, and says for whom it is. */
export const SetForm = ({ set, sets, onDone }: Props) => {
  const masks = useDashboard((state) => state.masks)
  const canEdit = useDashboard((state) => state.canEdit)
  const { create, update } = useFilterSetCalls()
  const [draft, setDraft] = useState<SetDraft>({ name: set?.name ?? t('New filter set'), isShared: set?.ownerType === 'Dashboard' })
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const others = sets.filter(({ id }) => id !== set?.id)
  const name = draft.name.trim()
  const nameFault = () => {
    if (name === '') return t('Please filter set name')
    return others.some((one) => one.name === name) ? t('Filter set with this name already exists') : undefined
  }
  const identical = others.find((one) => isFilterSetOf(one, chosenMasks(masks)))
  const isPending = Object.keys(masks.pending).length > 0
  const save = async () => {
    setTried(true)
    if (nameFault() !== undefined || isPending) return
    setBusy(true)
    setFault(null)
    try {
      await (set ? update(set, { ...draft, name }) : create({ ...draft, name }))
      onDone()
    } catch (error) {
      setFault(errorText(error))
      setBusy(false)
    }
  }
  return (
    <form
      className={css['form']}
      aria-label={set ? t('Edit “%(name)s”', { name: set.name }) : t('Create new filter set')}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field required label={t('Name')} error={isTried || name !== '' ? nameFault() : undefined}>
        <TextInput autoFocus value={draft.name} onValue={(text) => setDraft({ ...draft, name: text })} />
      </Field>
      {canEdit && (
        <Checkbox
          label={t('For everyone who sees this dashboard')}
          checked={draft.isShared}
          disabled={set?.ownerType === 'Dashboard'}
          onChange={(isShared) => setDraft({ ...draft, isShared })}
        >
          {t('For everyone who sees this dashboard')}
        </Checkbox>
      )}
      {identical && <p className={css['note']}>{t('This filter set is identical to: "%s"', [identical.name])}</p>}
      {isPending && <p className={css['note']}>{t('Please apply filter changes')}</p>}
      {fault !== null && (
        <p className={css['fault']} role="alert">
          {fault}
        </p>
      )}
      <div className={css['actions']}>
        <Button kind="quiet" onClick={onDone}>
          {t('Cancel')}
        </Button>
        <Button kind="primary" type="submit" busy={isBusy} disabled={isPending}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}
