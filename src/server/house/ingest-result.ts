import type { UploadResult } from '#api/upload.ts'
import type { Loaded } from '../ingest/task.ts'

const phases: Record<string, string> = {
  decoding: 'Decoding the file',
  checking: 'Checking the rows',
  reading: 'Reading the file',
  loading: 'Loading the rows',
}

export const phaseText = (phase: string): string => phases[phase] ?? phase

/** What the job of an upload reports. */
export const toResult = (
  datasetId: number,
  { rows, rejected, blanked = [], columns = [] }: Pick<Loaded, 'rows' | 'rejected' | 'blanked'> & Partial<Pick<Loaded, 'columns'>>,
): UploadResult => ({
  dataset_id: datasetId,
  explore_url: `/explore/?datasource=${datasetId}__table`,
  accepted: rows,
  rejected,
  blanked,
  widened: columns.flatMap(({ name, type, widenedFrom }) =>
    widenedFrom === undefined ? [] : [{ column: name, from: widenedFrom, to: type }],
  ),
})
