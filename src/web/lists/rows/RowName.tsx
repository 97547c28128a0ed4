import { cx } from '../../ui/cx.ts'
import { NoteMarks } from '../../ui/marks/NoteMarks.tsx'
import words from '../../ui/text/words.module.css'
import type { ListConfig, ListRow } from '../config.ts'
import { OpenLink } from './OpenLink.tsx'
import { Thumbnail } from './Thumbnail.tsx'
import css from './ListTable.module.css'

/** Thumbnail, name and note of a row. The link of the name covers the whole row. */
export const RowName = <R extends ListRow>({ config, row }: { config: ListConfig<R>; row: R }) => {
  const note = config.note?.(row)
  return (
    <div className={css['what']}>
      {config.thumbnail ? (
        <Thumbnail className={css['thumbnail'] ?? ''} url={config.thumbnail(row)} width={64} height={40} icon={config.icon} />
      ) : (
        <span className={css['kind']}>{config.icon}</span>
      )}
      <div className={words['words']}>
        <span className={css['name']}>
          <OpenLink target={config.open(row)} className={cx(words['link'], words['rowLink'])}>
            {config.name(row)}
          </OpenLink>
          {config.marks && <NoteMarks of={config.marks(row)} />}
        </span>
        {note && <span className={words['note']}>{note}</span>}
      </div>
    </div>
  )
}
