import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { readObject } from '#core/encoding/read-object.ts'
import { readFilters } from '#core/filters/native-filter.ts'
import { t } from '#core/i18n/t.ts'
import type { EditForm } from '../../../../forms/use-edit-form.ts'
import type { Properties } from '../../data/record.ts'
import { CodeField } from './CodeField.tsx'
import { completeMetadata } from './complete-metadata.ts'
import { isJsonObject, metadataFaults, type PropertyValues } from './properties-form.ts'

type Props = { form: EditForm<PropertyValues>; stored: Properties['metadata'] }

/** All settings as JSON. While it is valid, the controls above follow it. */
export const MetadataField = ({ form, stored }: Props) => {
  const [metadata, json] = useWatch({ control: form.control, name: ['metadata', 'json'] })
  const filterCount = readFilters(metadata['native_filter_configuration']).length
  const faults = useMemo(() => metadataFaults(json, stored), [json, stored])
  return (
    <CodeField
      form={form}
      name="json"
      language="json"
      height={280}
      label={t('JSON metadata')}
      hint={t.plural(filterCount, 'Holds %(count)s filter and every other setting.', 'Holds %(count)s filters and every other setting.')}
      faults={faults}
      complete={completeMetadata}
      onText={(text) => isJsonObject(text) && form.setValue('metadata', readObject(text), { shouldDirty: true })}
    />
  )
}
