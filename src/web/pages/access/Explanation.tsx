import { Ban, Check, Globe } from 'lucide-react'
import type { AccessExplanation } from '#api/access.ts'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import css from './Explanation.module.css'

type Verdict = AccessExplanation['see']

/** What somebody may do with an object, and why. */
export const Explanation = ({ object, see, change, query, public_link: link, data }: AccessExplanation) => (
  <div className={css['all']}>
    {link && (
      <p className={css['public']}>
        <Globe aria-hidden />
        {link.sentence}
      </p>
    )}
    <Decision heading={t('May open it')} verdict={see} />
    <Decision heading={t('May change it')} verdict={change} />
    {object.kind === 'database' && <Decision heading={t('May query it as a whole in SQL Lab')} verdict={query} />}
    {data.map(({ dataset, read, sentences }) => (
      <Decision key={dataset.id} heading={t('May read the data of “%(dataset)s”', { dataset: dataset.name })} verdict={read}>
        {sentences.length > 0 && (
          <>
            <h3 className={css['part']}>{t('Rows and columns')}</h3>
            <Sentences sentences={sentences} />
          </>
        )}
      </Decision>
    ))}
  </div>
)

const Decision = ({ heading, verdict, children }: { heading: string; verdict: Verdict; children?: React.ReactNode }) => (
  <section className={css['decision']}>
    <h2 className={css['heading']}>
      {heading}
      <span className={cx(css['answer'], verdict.allowed ? css['yes'] : css['no'])}>
        {verdict.allowed ? <Check aria-hidden /> : <Ban aria-hidden />}
        {verdict.allowed ? t('Yes') : t('No')}
      </span>
    </h2>
    <Sentences sentences={verdict.sentences} />
    {children}
  </section>
)

const Sentences = ({ sentences }: { sentences: readonly string[] }) => (
  <ul className={css['sentences']}>
    {sentences.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
)
