import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { dashboardPatch } from '#api/bodies/dashboard.ts'
import { t } from '#core/i18n/t.ts'
import { useSession } from '../../../../data/session.ts'
import { AreaField, FormField, TextField } from '../../../../forms/FormField.tsx'
import { FormSheet } from '../../../../forms/FormFrame.tsx'
import { RecordsField } from '../../../../forms/RecordsField.tsx'
import { useEditForm } from '../../../../forms/use-edit-form.ts'
import { OwnersField } from '../../../../lists/people/OwnersField.tsx'
import { searchRelatedRoles } from '../../../../lists/people/searches.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { useSave } from '../../state/use-save.ts'
import { CssField } from './CssField.tsx'
import { MetadataField } from './MetadataField.tsx'
import { propertiesBody, propertiesOf, propertyFaults, valuesOf } from './properties-form.ts'
import css from './PropertiesSheet.module.css'
import { SettingsFields } from './SettingsFields.tsx'
import { ThemeField } from './ThemeField.tsx'

/** The server names a setting inside its text: `json_metadata.0.refresh_frequency`. */
const place = (path: string) => path.replace(/^json_metadata\b.*/, 'json')

/** The properties of a dashboard. While editing they become one undo step; otherwise they are saved at once. */
export const PropertiesSheet = ({ onClose }: { onClose: () => void }) => {
  const store = useDashboardStore()
  const isEditing = useDashboard((state) => state.isEditing)
  const { saveOrThrow } = useSave()
  const { feature_flags, hasPermission } = useSession()
  const [start] = useState(() => valuesOf(store.getState().history.present.properties))
  const [isOpen, setOpen] = useState(false)
  const form = useEditForm({
    start,
    body: { of: propertiesBody, schema: dashboardPatch },
    check: propertyFaults(start.metadata),
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
  const fault = useDashboard((state) => state.saving.fault)
  const { land } = form
  useEffect(() => {
    if (fault === null) return
    land(fault)
    store.getState().set({ saving: { ...store.getState().saving, fault: null } })
  }, [fault, land, store])
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
          {({ value, onValue }) => <RecordsField label={t('Roles')} records={value} onChange={onValue} search={searchRelatedRoles} />}
        </FormField>
      )}
      <TextField form={form} name="certified_by" label={t('Certified by')} hint={t('Person or group that has certified this dashboard.')} />
      {certifiedBy.trim() && <TextField form={form} name="certification_details" label={t('Certification details')} />}
      {hasPermission('can_read', 'Theme') && <ThemeField form={form} />}
      <SettingsFields form={form} />
      <CssField form={form} />
      <Button kind="link" aria-expanded={isOpen} className={css['fold'] ?? ''} onClick={() => setOpen(!isOpen)}>
        {t('Advanced')}
      </Button>
      {isOpen && <MetadataField form={form} stored={start.metadata} />}
    </FormSheet>
  )
}
