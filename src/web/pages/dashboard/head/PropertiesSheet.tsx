import { useState } from 'react'
import { categoricalOffer } from '#core/color/schemes.ts'
import { t } from '#core/i18n/t.ts'
import { readFilters } from '#core/filters/native-filter.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { Swatches } from '../../../controls/color/Swatches.tsx'
import { OwnersField } from '../../../lists/OwnersField.tsx'
import { useTheme } from '../../../theme/theme.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { Field } from '../../../ui/text/Field.tsx'
import { Picker } from '../../../ui/choice/Picker.tsx'
import { Sheet } from '../../../ui/overlay/Sheet.tsx'
import { TextArea, TextInput } from '../../../ui/text/TextInput.tsx'
import type { Properties } from '../data/record.ts'
import { useDashboard, useDashboardStore } from '../state/dashboard-context.ts'
import { useSave } from '../state/use-save.ts'
import { intervals } from './intervals.ts'
import css from './PropertiesSheet.module.css'

const isJson = (text: string) => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

const written = (metadata: Properties['metadata']) => JSON.stringify(metadata, null, 2)

/** Everything about the dashboard but its layout. While editing it becomes one step; while reading it is saved at once. */
export const PropertiesSheet = ({ onClose }: { onClose: () => void }) => {
  const store = useDashboardStore()
  const isEditing = useDashboard((state) => state.isEditing)
  const theme = useTheme((state) => state.name)
  const { save } = useSave()
  const [draft, setDraft] = useState(() => store.getState().history.present.properties)
  const [json, setJson] = useState(() => written(draft.metadata))
  const [isOpen, setOpen] = useState(false)
  const set = (patch: Partial<Properties>) => setDraft((before) => ({ ...before, ...patch }))
  const setSettings = (settings: Record<string, unknown>) => {
    const metadata = { ...draft.metadata, ...settings }
    set({ metadata })
    setJson(written(metadata))
  }
  const fault = isJson(json) ? undefined : t('JSON not valid')
  const filterCount = readFilters(draft.metadata['native_filter_configuration']).length

  const apply = () => {
    store.getState().changeProperties(draft, t('Changed the properties'))
    onClose()
    if (!isEditing) void save()
  }
  return (
    <Sheet
      open
      title={t('Dashboard properties')}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button kind="primary" form="dashboard-properties" type="submit" disabled={Boolean(fault)}>
            {isEditing ? t('Apply') : t('Save')}
          </Button>
        </>
      }
    >
      <form
        id="dashboard-properties"
        className={css['form']}
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <Field label={t('Title')}>
          <TextInput value={draft.dashboard_title} maxLength={500} onValue={(dashboard_title) => set({ dashboard_title })} />
        </Field>
        <Field label={t('URL slug')} hint={t('A readable URL for your dashboard')}>
          <TextInput value={draft.slug} maxLength={255} onValue={(slug) => set({ slug })} />
        </Field>
        <Field label={t('Description')}>
          <TextArea rows={3} value={draft.description} onValue={(description) => set({ description })} />
        </Field>
        <Field label={t('Owners')}>
          <OwnersField tag="dashboard" owners={draft.owners} onChange={(owners) => set({ owners })} />
        </Field>
        <Field label={t('Certified by')} hint={t('Person or group that has certified this dashboard.')}>
          <TextInput value={draft.certified_by} onValue={(certified_by) => set({ certified_by })} />
        </Field>
        {draft.certified_by.trim() && (
          <Field label={t('Certification details')}>
            <TextInput value={draft.certification_details} onValue={(certification_details) => set({ certification_details })} />
          </Field>
        )}
        <Field label={t('Color scheme')} hint={t('For every chart of the dashboard, whatever its own.')}>
          <Picker
            label={t('Color scheme')}
            value={String(draft.metadata['color_scheme'] ?? '')}
            options={[
              { value: '', label: t('As each chart says') },
              ...categoricalOffer(theme).map(({ id, label, colors }) => ({
                value: id,
                label,
                icon: <Swatches colors={colors.slice(0, 5)} />,
              })),
            ]}
            onChange={(value) => setSettings({ color_scheme: value, map_label_colors: {}, shared_label_colors: [] })}
          />
        </Field>
        <Field label={t('Refresh frequency')}>
          <Picker
            label={t('Refresh frequency')}
            value={Number(draft.metadata['refresh_frequency']) || 0}
            options={intervals()}
            searchFrom={20}
            onChange={(value) => setSettings({ refresh_frequency: value })}
          />
        </Field>
        <Checkbox
          checked={draft.metadata['cross_filters_enabled'] !== false}
          onChange={(on) => setSettings({ cross_filters_enabled: on })}
          label={t('Enable cross-filtering')}
        >
          {t('Enable cross-filtering')}
        </Checkbox>
        <Field label={t('CSS')} hint={t('Added to the page of this dashboard.')}>
          <TextArea mono rows={5} spellCheck={false} value={draft.css} onValue={(own) => set({ css: own })} />
        </Field>
        <Button kind="link" aria-expanded={isOpen} className={css['fold'] ?? ''} onClick={() => setOpen(!isOpen)}>
          {t('Advanced')}
        </Button>
        {isOpen && (
          <Field
            label={t('JSON metadata')}
            hint={t.plural(
              filterCount,
              'Holds %(count)s filter and every other setting.',
              'Holds %(count)s filters and every other setting.',
            )}
            error={fault}
          >
            <TextArea
              mono
              rows={12}
              spellCheck={false}
              value={json}
              onValue={(text) => {
                setJson(text)
                if (isJson(text)) set({ metadata: readObject(text) })
              }}
            />
          </Field>
        )}
      </form>
    </Sheet>
  )
}
