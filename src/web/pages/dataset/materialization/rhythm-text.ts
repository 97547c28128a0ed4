import type { Rhythm } from '#api/bodies/materialization.ts'
import { msg } from '#core/i18n/t.ts'

export const rhythmText: Record<Rhythm, string> = { hour: msg('Every hour'), day: msg('Every day'), week: msg('Every week') }
