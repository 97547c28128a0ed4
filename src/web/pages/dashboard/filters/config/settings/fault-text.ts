import { t } from '#core/i18n/t.ts'
import type { ConfigFault } from '../draft/config-faults.ts'

/** What is wrong with a field, as people read it. */
export const faultText = (faults: readonly ConfigFault[], field: ConfigFault['field']): string | undefined => {
  const fault = faults.find((one) => one.field === field)
  return fault && t(fault.message, fault.params)
}
