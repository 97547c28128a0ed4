import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { dashboardPatch } from '#api/bodies/dashboard.ts'
import { categoricalOffer } from '#core/color/schemes.ts'
import { t } from '#core/i18n/t.ts'
import { readFilters } from '#core/filters/native-filter.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { Swatches } from '../../../../controls/color/Swatches.tsx'
import { useSession } from '../../../../data/session.ts'
import { AreaField, FormField, TextField } from '../../../../forms/FormField.tsx'
import { FormSheet } from '../../../../forms/FormFrame.tsx'
import { useEditForm, type EditForm } from '../../../../forms/use-edit-form.ts'
import { OwnersField } from '../../../../lists/OwnersField.tsx'
import { useTheme } from '../../../../theme/theme.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Checkbox } from '../../../../ui/choice/Checkbox.tsx'
import { Field } from '../../../../ui/text/Field.tsx'
import { Picker } from '../../../../ui/choice/Picker.tsx'
import { TextArea } from '../../../../ui/text/TextInput.tsx'
import { useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { useSave } from '../../state/use-save.ts'
import { intervals } from '../refresh/intervals.ts'
import {
  isJsonObject,
  metadataText,
  propertiesBody,
  propertiesOf,
  propertyFaults,
  valuesOf,
  type PropertyValues,
} from './properties-form.ts'
import css from './PropertiesSheet.module.css'
import { RolesField } from './RolesField.tsx'

const place = (path: string) => (path === 'json_metadata' ? 'json' : path)

/** The properties of a dashboard. While editing they become one undo step; otherwise they are saved at once. */
export const PropertiesSheet = ({ onClose }: { onClose: () => void }) => {
  const store = useDashboardStore()
  const isEditing = useDashboard((state) => state.isEditing)
  const { saveOrThrow } = useSave()
  const { feature_flags } = useSession()
  const [start] = useState(() => valuesOf(store.getState().history.present.properties))
  const [isOpen, setOpen] = useState(false)
  const form = useEditForm({
    start,
    body: { of: propertiesBody, schema: dashboardPatch },
    check: propertyFaults,
    place,
    reveal: (path) => path === 'json' && setOpen(true),
    save: async (values) => {
      store.getState().changeProperties(propertiesOf(values), t('Changed the properties'))
      if (isEditing) return
      try {
        await saveOrThrow()
      } catch (error) {
        store.getState().undo()
        throw error
      }
    },
    onSaved: onClose,
  })
  const certifiedBy = useWatch({ control: form.control, name: 'certified_by' })
  return (
    <FormSheet
      form={form}
      id="dashboard-properties"
      title={t('Dashboard properties')}
      action={isEditing ? t('Apply') : t('Save')}
      onClose={onClose}
    >
      <TextField form={form} name="dashboard_title" label={t('Title')} maxLength={500} />
      <TextField form={form} name="slug" label={t('URL slug')} hint={t('A readable URL for your dashboard')} maxLength={255} />
      <AreaField form={form} name="description" label={t('Description')} rows={3} />
      <FormField form={form} name="owners" label={t('Owners')}>
        {({ value, onValue }) => <OwnersField tag="dashboard" owners={value} onChange={onValue} />}
      </FormField>
      {feature_flags['DASHBOARD_RBAC'] && (
        <FormField
          form={form}
          name="roles"
          label={t('Roles')}
          hint={t(
            'Members of these roles can open the dashboard, whatever data they may read otherwise. Without roles, access to its data decides.',
          )}
        >
          {({ value, onValue }) => <RolesField roles={value} onChange={onValue} />}
        </FormField>
      )}
      <TextField form={form} name="certified_by" label={t('Certified by')} hint={t('Person or group that has certified this dashboard.')} />
      {certifiedBy.trim() && <TextField form={form} name="certification_details" label={t('Certification details')} />}
      <Settings form={form} />
      <AreaField
        form={form}
        name="css"
        label={t('CSS')}
        hint={t('Added to the page of this dashboard.')}
        mono
        rows={5}
        spellCheck={false}
      />
      <Button kind="link" aria-expanded={isOpen} className={css['fold'] ?? ''} onClick={() => setOpen(!isOpen)}>
        {t('Advanced')}
      </Button>
      {isOpen && <MetadataField form={form} />}
    </FormSheet>
  )
}

const Settings = ({ form }: { form: EditForm<PropertyValues> }) => {
  const theme = useTheme((state) => state.name)
  const metadata = useWatch({ control: form.control, name: 'metadata' })
  const change = (settings: Record<string, unknown>) => {
    const next = { ...metadata, ...settings }
    form.setValue('metadata', next, { shouldDirty: true })
    form.setValue('json', metadataText(next), { shouldDirty: true, shouldValidate: true })
  }
  return (
    <>
      <Field label={t('Color scheme')} hint={t('For every chart of the dashboard, whatever its own.')}>
        <Picker
          label={t('Color scheme')}
          value={String(metadata['color_scheme'] ?? '')}
          options={[
            { value: '', label: t('As each chart says') },
            ...categoricalOffer(theme).map(({ id, label, colors }) => ({
              value: id,
              label,
              icon: <Swatches colors={colors.slice(0, 5)} />,
            })),
          ]}
          onChange={(value) => change({ color_scheme: value, map_label_colors: {}, shared_label_colors: [] })}
        />
      </Field>
      <Checkbox
        checked={metadata['analogous_colors'] === true}
        onChange={(on) => change({ analogous_colors: on, map_label_colors: {}, shared_label_colors: [] })}
        label={t('Analogous colors')}
      >
        {t('Neighbouring hues before colors repeat')}
      </Checkbox>
      <Field label={t('Refresh frequency')}>
        <Picker
          label={t('Refresh frequency')}
          value={Number(metadata['refresh_frequency']) || 0}
          options={intervals()}
          searchFrom={20}
          onChange={(value) => change({ refresh_frequency: value })}
        />
      </Field>
      <Checkbox
        checked={metadata['cross_filters_enabled'] !== false}
        onChange={(on) => change({ cross_filters_enabled: on })}
        label={t('Enable cross-filtering')}
      >
        {t('Enable cross-filtering')}
      </Checkbox>
    </>
  )
}

/** All settings as JSON. While it is valid, the controls above follow it. */
const MetadataField = ({ form }: { form: EditForm<PropertyValues> }) => {
  const metadata = useWatch({ control: form.control, name: 'metadata' })
  const filterCount = readFilters(metadata['native_filter_configuration']).length
  return (
    <FormField
      form={form}
      name="json"
      label={t('JSON metadata')}
      hint={t.plural(filterCount, 'Holds %(count)s filter and every other setting.', 'Holds %(count)s filters and every other setting.')}
    >
      {({ onValue, ...bound }) => (
        <TextArea
          {...bound}
          mono
          rows={12}
          spellCheck={false}
          onValue={(text) => {
            onValue(text)
            if (isJsonObject(text)) form.setValue('metadata', readObject(text), { shouldDirty: true })
          }}
        />
      )}
    </FormField>
  )
}
