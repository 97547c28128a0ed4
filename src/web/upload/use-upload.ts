import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  uploadCreateRoute,
  uploadDeleteRoute,
  uploadPreviewRoute,
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

/** What the table will be called, and where. */
export type Target = { table_name: string; schema: string }

type Sent = { upload_id: string; size: number }

/** One file on its way: sent, looked at, corrected, created. */
export const useUpload = (file: File) => {
  const [share, setShare] = useState(0)
  const [sent, setSent] = useState<Sent | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [options, setOptions] = useState<UploadOptions>({})
  const [columns, setColumns] = useState<UploadColumn[] | null>(null)
  const [job, setJob] = useState<Job | null>(null)

  useEffect(() => {
    const abort = new AbortController()
    let id: string | null = null
    sendFile(file, { onProgress: setShare, signal: abort.signal })
      .then((answer) => {
        id = answer.upload_id
        setSent(answer)
      })
      .catch((error: unknown) => {
        if (!isAbort(error)) setFailure(error)
      })
    return () => {
      abort.abort()
      if (id) forget(id)
    }
  }, [file])

  const preview = useQuery({
    queryKey: ['upload', sent?.upload_id, options, columns],
    enabled: sent !== null,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        uploadPreviewRoute,
        {
          params: { upload_id: sent?.upload_id ?? '' },
          query: {
            ...options,
            header: options.header === undefined ? undefined : String(options.header),
            columns: columns ? JSON.stringify(columns) : undefined,
          },
        },
        { signal },
      ),
  })

  const create = async ({ table_name, schema }: Target): Promise<UploadResult> => {
    try {
      const { job_id } = await call(uploadCreateRoute, {
        params: { upload_id: sent?.upload_id ?? '' },
        body: {
          table_name: table_name.trim(),
          schema: schema.trim() || 'main',
          options: { ...preview.data?.sniffed, ...options },
          ...(columns && { columns }),
        },
      })
      return await finished(job_id, setJob)
    } finally {
      setJob(null)
    }
  }

  return {
    share,
    sent,
    failure,
    preview,
    options: { ...preview.data?.sniffed, ...options },
    /** Nothing of how it is read was chosen by the person. */
    isAsFound: columns === null && Object.values(options).every((value) => value === undefined),
    readAsFound: () => {
      setColumns(null)
      setOptions({})
    },
    setOption: (change: UploadOptions) => {
      // Other ways to read give other columns.
      if (!('misfits' in change)) setColumns(null)
      setOptions({ ...options, ...change })
    },
    setColumn: (index: number, change: Partial<UploadColumn>) => {
      const present =
        columns ?? (preview.data?.columns ?? []).map(({ name: own, type, format, found }) => ({ name: own, type, format, found }))
      const chosen = { ...change, ...(change.type !== undefined && { found: undefined }) }
      setColumns(present.map((column, i) => (i === index ? { ...column, ...chosen } : column)))
    },
    create,
    job,
    cancel: () => {
      if (job) void call(jobCancelRoute, { params: { job_id: job.id } }).catch(() => undefined)
    },
  }
}

export type Upload = ReturnType<typeof useUpload>

/** Created files are forgotten by the server itself; the rejected lines of one stay to be fetched. */
const forget = (upload_id: string) => {
  if (!kept.has(upload_id)) void call(uploadDeleteRoute, { params: { upload_id } }).catch(() => undefined)
}

const kept = new Set<string>()

/** The rejected lines of this upload will be asked for after its dialog is gone. */
export const keepUpload = (upload_id: string) => kept.add(upload_id)

const finished = (jobId: string, onChange: (job: Job) => void): Promise<UploadResult> =>
  new Promise((resolve, reject) => {
    followJob(jobId, (job) => {
      onChange(job)
      if (job.state === 'done' && job.kind === 'upload' && job.result) resolve(job.result)
      if (job.state === 'failed') reject(new CallError(422, null, job.message ?? t('The table could not be made.')))
      if (job.state === 'cancelled') reject(new CallError(0, null, t('Stopped. Nothing was stored.')))
    })
  })
