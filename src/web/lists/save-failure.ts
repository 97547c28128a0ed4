import { t } from '#core/i18n/t.ts'

type SavedForm = { topFault: string | undefined }

/** A form whose failed save names what could not be created. The specification gives a failed update the words of a failed fetch. */
export const withSaveFailure = <F extends SavedForm>(form: F, { isNew, noun }: { isNew: boolean; noun: string }): F => {
  const { topFault } = form
  if (topFault === undefined) return form
  const text = isNew
    ? t('An error occurred while creating %ss: %s', [noun, topFault])
    : t('An error occurred while fetching %ss: %s', [noun, topFault])
  return { ...form, topFault: text }
}
