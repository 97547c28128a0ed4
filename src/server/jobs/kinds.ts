import { examplesJob } from '../examples/load.ts'
import { driverJob } from '../resources/database/driver/install-job.ts'
import { housekeepingJob } from '../housekeeping/housekeeping.ts'
import { ingestJob } from '../house/ingest-job.ts'
import { materializationJob } from '../resources/dataset/materialization/job.ts'
import type { JobKind } from './job.ts'

export const jobKinds: readonly JobKind[] = [ingestJob, materializationJob, examplesJob, driverJob, housekeepingJob]
