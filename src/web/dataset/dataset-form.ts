import type { EditForm } from '../forms/use-edit-form.ts'
import type { DatasetDraft } from './draft.ts'

export type DatasetForm = EditForm<DatasetDraft>
