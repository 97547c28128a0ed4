import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  uploadCreateRoute,
  uploadDeleteRoute,
  uploadPreviewRoute,
  uploadUrlRoute,
  type UploadColumn,
  type UploadOptions,
  type UploadResult,
} from '#api/upload.ts'
import { jobCancelRoute, type Job } from '#api/job.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../data/call.ts'
import { CallError, isAbort } from '../data/call-error.ts'
import { followJob } from '../data/jobs.ts'
import { sendFile } from '../data/wire/send-file.ts'
import { tableName } from './table-name.ts'

/** The table that a file is for. */
export type Target = {
  table_name: string
  schema: string
  /** Null for the tables that are kept here. */
  database_id: number | null
  /** What happens to a table of that name. */
  already_exists: 'fail' | 'append' | 'replace'
  /** Other sheets that become tables of their own, named after the first. */
  sheets: string[]
}

type Uploaded = { upload_id: string; size: number }

/** A file of this machine, or one that the server fetches. */
export type UploadSource = File | { url: string; name: string }

/** The upload of one file: sends it or has it fetched, previews it with options, and creates the table. */
export const useUpload = (file: UploadSource) => {
  const [progress, setShare] = useState(0)
  const [uploaded, setSent] = useState<Uploaded | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [chosenOptions, setOptions] = useState<UploadOptions>({})
  const [columns, setColumns] = useState<UploadColumn[] | null>(null)
  const [job, setJob] = useState<Job | null>(null)
  /** Sheets that are tables already, should a later one fail and the person try again. */
  const made = useRef(new Set<string>())

  useEffect(() => {
    const abort = new AbortController()
    let id: string | null = null
    const { signal } = abort
    const sending =
      file instanceof File
        ? sendFile(file, { onProgress: setShare, signal })
        : call(uploadUrlRoute, { body: { url: file.url } }, { signal })
    sending
      .then((answer) => {
        id = answer.upload_id
        setSent(answer)
      })
      .catch((error: unknown) => {
        if (!isAbort(error)) setFailure(error)
      })
    return () => {
      abort.abort()
      if (id) discardUpload(id)
    }
  }, [file])

  const preview = useQuery({
    queryKey: ['upload', uploaded?.upload_id, chosenOptions, columns],
    enabled: uploaded !== null,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        uploadPreviewRoute,
        {
          params: { upload_id: uploaded?.upload_id ?? '' },
          query: {
            ...chosenOptions,
            header: chosenOptions.header === undefined ? undefined : String(chosenOptions.header),
            columns: columns ? JSON.stringify(columns) : undefined,
          },
        },
        { signal },
      ),
  })

  const createOne = async (
    { sheets: _sheets, ...target }: Target,
    more: { options: UploadOptions; columns?: UploadColumn[]; keep: boolean },
  ) => {
    const { table_name, schema, database_id, already_exists } = target
    const { job_id } = await call(uploadCreateRoute, {
      params: { upload_id: uploaded?.upload_id ?? '' },
      body: {
        table_name: table_name.trim(),
        schema: schema.trim() || (database_id === null ? 'main' : ''),
        ...(database_id !== null && { database_id }),
        ...(already_exists !== 'fail' && { already_exists }),
        ...more,
      },
    })
    return waitForJob(job_id, setJob)
  }

  /** Makes the table, and one for each of the other sheets; returns the result of the first. */
  const create = async (target: Target): Promise<UploadResult> => {
    const options = { ...preview.data?.sniffed, ...chosenOptions }
    const { sheets } = target
    try {
      for (const sheet of sheets) {
        const one = { ...target, table_name: tableName(`${target.table_name}_${sheet}`) }
        const place = JSON.stringify([sheet, one.table_name, one.schema, one.database_id])
        if (made.current.has(place)) continue
        await createOne(one, { options: { table: sheet, ...(options.misfits && { misfits: options.misfits }) }, keep: true })
        made.current.add(place)
      }
      return await createOne(target, { options, keep: false, ...(columns && { columns }) })
    } finally {
      setJob(null)
    }
  }

  return {
    progress,
    uploaded,
    failure,
    preview,
    options: { ...preview.data?.sniffed, ...chosenOptions },
    /** The user has changed no option. */
    usesDetected: columns === null && Object.values(chosenOptions).every((value) => value === undefined),
    resetToDetected: () => {
      setColumns(null)
      setOptions({})
    },
    setOption: (change: UploadOptions) => {
      // Other options may yield other columns.
      if (!('misfits' in change)) setColumns(null)
      setOptions({ ...chosenOptions, ...change })
    },
    setColumn: (index: number, change: Partial<UploadColumn>) => {
      const current =
        columns ?? (preview.data?.columns ?? []).map(({ name: own, type, format, found }) => ({ name: own, type, format, found }))
      const chosen = { ...change, ...(change.type !== undefined && { found: undefined }) }
      setColumns(current.map((column, i) => (i === index ? { ...column, ...chosen } : column)))
    },
    create,
    job,
    cancel: () => {
      if (job) void call(jobCancelRoute, { params: { job_id: job.id } }).catch(() => undefined)
    },
  }
}

export type Upload = ReturnType<typeof useUpload>

/** Deletes the uploaded file, unless its rejected lines may still be downloaded. The server deletes files of created tables itself. */
const discardUpload = (upload_id: string) => {
  if (!keptUploads.has(upload_id)) void call(uploadDeleteRoute, { params: { upload_id } }).catch(() => undefined)
}

const keptUploads = new Set<string>()

/** Keeps an upload after its dialog has closed, so that its rejected lines can be downloaded. */
export const keepUpload = (upload_id: string) => keptUploads.add(upload_id)

const waitForJob = (jobId: string, onChange: (job: Job) => void): Promise<UploadResult> =>
  new Promise((resolve, reject) => {
    followJob(jobId, (job) => {
      onChange(job)
      if (job.state === 'done' && job.kind === 'upload' && job.result) resolve(job.result)
      if (job.state === 'failed') reject(new CallError(422, null, job.message ?? t('The table could not be created.')))
      if (job.state === 'cancelled') reject(new CallError(0, null, t('Stopped. Nothing was stored.')))
    })
  })
