import { ChartColumn, Copy, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { appName } from '../../data/base-path.ts'
import { paths } from '../../data/paths.ts'
import { DatasetParts } from '../../dataset/DatasetParts.tsx'
import { notesOf } from '../../dataset/notes/notes.ts'
import type { StoredDataset } from '../../dataset/stored.ts'
import { useDatasetEditor, type DatasetTab, type NewItem } from '../../dataset/use-dataset-editor.ts'
import { FormBody } from '../../forms/FormBody.tsx'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { CertifiedMark } from '../../ui/marks/CertifiedMark.tsx'
import { confirm } from '../../ui/overlay/confirm.ts'
import { Aside } from './Aside.tsx'
import css from './DatasetPage.module.css'
import type { DatasetFactsOnPage } from './facts.ts'

const DuplicateDataset = lazyDialog(async () => (await import('../../dataset/DuplicateDataset.tsx')).DuplicateDataset)
const SwapSource = lazyDialog(async () => (await import('../../dataset/source/SwapSource.tsx')).SwapSource)

type Props = {
  id: number
  stored: StoredDataset
  facts: DatasetFactsOnPage
  canEdit: boolean
  canDuplicate: boolean
  begin: NewItem | undefined
  tab: DatasetTab
  setTab: (tab: DatasetTab) => void
  /** A newer state is about to replace the form: it takes nothing that would be lost. */
  isReloading: boolean
  onReload: () => Promise<unknown>
}

const lockText = ({ is_managed_externally }: DatasetFactsOnPage) =>
  is_managed_externally
    ? t("This dataset is managed externally, and can't be edited in %(app)s", { app: appName() })
    : t('You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.')

export const DatasetForm = ({ id, stored, facts, canEdit, canDuplicate, begin, tab, setTab, isReloading, onReload }: Props) => {
  const editor = useDatasetEditor({ id, begin, stored, tab, setTab, onReload, onSaved: () => void onReload() })
  const { form } = editor
  const [opened, setOpened] = useState<'swap' | 'duplicate' | null>(null)
  const notes = notesOf(facts.extra)
  const discard = async () => {
    const question = { title: t('Discard the changes?'), text: t('You have unsaved changes.'), action: t('Discard'), danger: true }
    if (await confirm(question)) await onReload()
  }
  const mayLeave = async () => {
    const question = { title: t('Discard the changes?'), text: t('Unsaved changes will be lost.'), action: t('Discard'), danger: true }
    return !form.isChanged || confirm(question)
  }
  const swap = async () => {
    if (await mayLeave()) setOpened('swap')
  }
  return (
    <div className={css['page']} inert={isReloading}>
      <header className={css['head']}>
        <Link to={paths.datasets} className={css['back']}>
          {t('Datasets')}
        </Link>
        <h1>
          {notes.is_certified && <CertifiedMark by={notes.certified_by} details={notes.certification_details} />}
          {facts.table_name}
        </h1>
        <div className={css['actions']}>
          {canEdit && form.isChanged && (
            <Button kind="quiet" onClick={() => void discard()}>
              {t('Discard')}
            </Button>
          )}
          {canDuplicate && facts.kind === 'virtual' && (
            <Button icon={<Copy />} onClick={() => setOpened('duplicate')}>
              {t('Duplicate')}
            </Button>
          )}
          <Link to={paths.exploreDataset(id)} className={css['explore']}>
            <ChartColumn aria-hidden />
            {t('Explore')}
          </Link>
          {canEdit && (
            <Button kind="primary" type="submit" form="dataset-page" busy={form.isBusy} focusableWhenDisabled disabled={!form.canSave}>
              {t('Save')}
            </Button>
          )}
        </div>
      </header>
      {!canEdit && (
        <p role="status" className={css['lock']}>
          {lockText(facts)}
        </p>
      )}
      {notes.warning_markdown && (
        <p role="note" className={css['warning']}>
          <TriangleAlert aria-hidden />
          {notes.warning_markdown}
        </p>
      )}
      <div className={css['body']}>
        <main className={css['form']}>
          <FormBody form={form} id="dataset-page">
            <DatasetParts editor={editor} isLocked={!canEdit} />
          </FormBody>
        </main>
        <Aside id={id} facts={facts} onSwap={canEdit ? () => void swap() : undefined} onReload={onReload} mayLeave={mayLeave} />
      </div>
      {opened === 'duplicate' && <DuplicateDataset id={id} name={facts.table_name} onClose={() => setOpened(null)} />}
      {opened === 'swap' && facts.database && (
        <SwapSource
          id={id}
          source={{ ...facts, database: { id: facts.database.id, backend: facts.database.backend } }}
          etag={stored.etag}
          onClose={() => setOpened(null)}
          onSwapped={onReload}
        />
      )}
    </div>
  )
}
