import { t } from '#core/i18n/t.ts'
import { hasFeature } from '../data/feature-flags.ts'
import { paths } from '../data/paths.ts'
import { ButtonLink } from '../ui/button/Button.tsx'

/** The way from the sheet to the page of the dataset, where the operator wants it. */
export const LegacyEditorLink = ({ id }: { id: number }) =>
  !hasFeature('DISABLE_LEGACY_DATASOURCE_EDITOR') && (
    <ButtonLink kind="quiet" to={paths.dataset(id)}>
      {t('Use legacy datasource editor')}
    </ButtonLink>
  )
