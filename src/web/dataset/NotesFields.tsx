import { t } from '#core/i18n/t.ts'
import { Field } from '../ui/text/Field.tsx'
import { TextInput } from '../ui/text/TextInput.tsx'

type Notes = { certified_by: string; certification_details: string; warning_markdown: string }

/** Who stands for it, and what to mind. */
export const NotesFields = ({ notes, set }: { notes: Notes; set: (part: Partial<Notes>) => void }) => (
  <>
    <Field label={t('Certified by')}>
      <TextInput value={notes.certified_by} onValue={(certified_by) => set({ certified_by })} />
    </Field>
    <Field label={t('Certification details')}>
      <TextInput
        value={notes.certification_details}
        disabled={!notes.certified_by.trim()}
        onValue={(certification_details) => set({ certification_details })}
      />
    </Field>
  </>
)
