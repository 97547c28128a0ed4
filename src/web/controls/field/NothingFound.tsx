import { t } from '#core/i18n/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { useSurface } from '../control-props.ts'
import css from '../column/Column.module.css'

type Props = {
  title: string
  /** How the dataset gets what is missing. */
  hint: string
  /** What a dataset made of the query would allow. */
  purpose: string
}

/** Said where a dataset has nothing to choose: how it is added, or for a query, that a dataset is needed. */
export const NothingFound = ({ title, hint, purpose }: Props) => {
  const { createDataset } = useSurface()
  return (
    <p className={css['hint']}>
      {title}
      <br />
      {createDataset && purpose ? (
        <>
          <Button kind="link" onClick={createDataset}>
            {t('Create a dataset')}
          </Button>{' '}
          {purpose}
        </>
      ) : (
        hint
      )}
    </p>
  )
}
